// Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0
// What SdkNodeTest says of the gateway under test, and what all SDKs are asked for.
import assert from 'node:assert/strict';

export const url = process.env.SERAI_URL;
export const key = process.env.SERAI_KEY;
/** One task per provider; each answers with 12 words. */
export const tasks = process.env.SERAI_TASKS.split(',');

export const question = 'Where is my order?';
export const instructions = 'Be brief.';

export const orderSchema = {
  type: 'object',
  properties: { orderId: { type: 'string' } },
  required: ['orderId'],
  additionalProperties: false,
};
export const ticketSchema = {
  type: 'object',
  properties: { category: { type: 'string' }, urgent: { type: 'boolean' } },
  required: ['category', 'urgent'],
  additionalProperties: false,
};

export function assertTwelveWords(text) {
  assert.equal(text.split(' ').length, 12, text);
}

export function assertTicket(text) {
  const ticket = JSON.parse(text);
  assert.equal(typeof ticket.category, 'string');
  assert.equal(typeof ticket.urgent, 'boolean');
}

export async function collect(stream) {
  const items = [];
  for await (const item of stream) {
    items.push(item);
  }
  return items;
}
