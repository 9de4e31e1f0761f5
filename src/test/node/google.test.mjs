// Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0
// A4, A6: Google's Node SDK, with its base URL and key changed only.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, GoogleGenAI } from '@google/genai';
import {
  assertTicket, assertTwelveWords, collect, instructions, key, orderSchema, question, tasks, ticketSchema, url,
} from './gateway.mjs';

const connect = (apiKey) => new GoogleGenAI({ apiKey, httpOptions: { baseUrl: url } });
const client = connect(key);
const config = { systemInstruction: instructions, maxOutputTokens: 500 };
const functions = [{ name: 'find_order', description: 'Looks an order up', parametersJsonSchema: orderSchema }];
const withTools = { ...config, tools: [{ functionDeclarations: functions }] };
const ask = (model, more = config) => ({ model, contents: question, config: more });
const textOf = (chunks) => chunks.map((chunk) => chunk.text ?? '').join('');

for (const model of tasks) {
  describe(`Google's models ${model}`, () => {
    it('give a plain answer with its usage', async () => {
      const answer = await client.models.generateContent(ask(model));
      assertTwelveWords(answer.text);
      assert.equal(answer.candidates[0].finishReason, 'STOP');
      assert.equal(answer.usageMetadata.candidatesTokenCount, 12);
    });

    it('stream the same answer', async () => {
      const whole = await client.models.generateContent(ask(model));
      const chunks = await collect(await client.models.generateContentStream(ask(model)));
      assert.equal(textOf(chunks), whole.text);
      assert.equal(chunks.at(-1).candidates[0].finishReason, 'STOP');
      assert.equal(chunks.at(-1).usageMetadata.candidatesTokenCount, 12);
    });

    it('call a tool, and answer with its result', async () => {
      const asked = await client.models.generateContent(ask(model, withTools));
      const call = asked.functionCalls[0];
      assert.equal(call.name, 'find_order');
      assert.ok(call.args.orderId);
      const response = { id: call.id, name: call.name, response: { status: 'on its way' } };
      const contents = [
        { role: 'user', parts: [{ text: question }] },
        asked.candidates[0].content,
        { role: 'user', parts: [{ functionResponse: response }] },
      ];
      const answer = await client.models.generateContent({ model, contents, config: withTools });
      assert.ok(answer.text);
    });

    it('stream a tool call', async () => {
      const chunks = await collect(await client.models.generateContentStream(ask(model, withTools)));
      const calls = chunks.flatMap((chunk) => chunk.functionCalls ?? []);
      assert.equal(calls.length, 1);
      assert.ok(calls[0].args.orderId);
    });

    it('answer in the form of a schema', async () => {
      const answer = await client.models.generateContent(
        ask(model, { ...config, responseMimeType: 'application/json', responseJsonSchema: ticketSchema }));
      assertTicket(answer.text);
    });
  });
}

describe("Google's errors", () => {
  for (const [model, status] of [['nothing', 404], ['throttled', 429], ['down', 503]]) {
    it(`are typed: ${model}`, async () => {
      const typed = (error) => error instanceof ApiError && error.status === status;
      await assert.rejects(client.models.generateContent(ask(model)), typed);
      await assert.rejects(client.models.generateContentStream(ask(model)), typed);
    });
  }

  it('are typed: a bad key', async () => {
    await assert.rejects(
      connect('sk-serai-nobody').models.generateContent(ask('throttled')),
      (error) => error instanceof ApiError && error.status === 401);
  });

  for (const model of ['cut', 'in-band']) {
    it(`break a stream, and it is never taken for a whole one: ${model}`, async () => {
      await assert.rejects(async () => collect(await client.models.generateContentStream(ask(model))), ApiError);
    });
  }

  it('the list of models has the tasks', async () => {
    const names = (await collect(await client.models.list())).map((listed) => listed.name);
    assert.ok(names.includes('models/support-answer'));
  });
});
