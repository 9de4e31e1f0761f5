// Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0
// A3, A6: Anthropic's Node SDK, with its base URL and key changed only.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import Anthropic from '@anthropic-ai/sdk';
import {
  assertTicket, assertTwelveWords, collect, instructions, key, orderSchema, question, tasks, ticketSchema, url,
} from './gateway.mjs';

const client = new Anthropic({ baseURL: url, apiKey: key, maxRetries: 0 });
const messages = [{ role: 'user', content: question }];
const tools = [{ name: 'find_order', description: 'Looks an order up', input_schema: orderSchema }];
const ask = (model) => ({ model, max_tokens: 500, system: instructions, messages });

for (const model of tasks) {
  describe(`Anthropic's messages ${model}`, () => {
    it('give a plain answer with its usage', async () => {
      const answer = await client.messages.create(ask(model));
      assertTwelveWords(answer.content[0].text);
      assert.equal(answer.stop_reason, 'end_turn');
      assert.equal(answer.usage.output_tokens, 12);
    });

    it('stream the same answer', async () => {
      const whole = await client.messages.create(ask(model));
      const stream = client.messages.stream(ask(model));
      const events = await collect(stream);
      const text = events.filter((event) => event.type === 'content_block_delta').map((event) => event.delta.text).join('');
      assert.equal(text, whole.content[0].text);
      const last = await stream.finalMessage();
      assert.equal(last.content[0].text, text);
      assert.equal(last.usage.output_tokens, 12);
    });

    it('call a tool, and answer with its result', async () => {
      const asked = await client.messages.create({ ...ask(model), tools });
      assert.equal(asked.stop_reason, 'tool_use');
      const call = asked.content.find((block) => block.type === 'tool_use');
      assert.ok(call.input.orderId);
      const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: call.id, content: 'It is on its way.' }] };
      const answer = await client.messages.create(
        { ...ask(model), tools, messages: [...messages, { role: 'assistant', content: asked.content }, result] });
      assert.ok(answer.content[0].text);
    });

    it('stream a tool call', async () => {
      const asked = await client.messages.stream({ ...ask(model), tools }).finalMessage();
      assert.ok(asked.content.find((block) => block.type === 'tool_use').input.orderId);
    });

    it('answer in the form of a schema', async () => {
      const answer = await client.messages.create(
        { ...ask(model), output_config: { format: { type: 'json_schema', schema: ticketSchema } } });
      assertTicket(answer.content[0].text);
    });
  });
}

describe("Anthropic's errors", () => {
  const failing = { nothing: Anthropic.NotFoundError, throttled: Anthropic.RateLimitError, down: Anthropic.InternalServerError };
  for (const [model, type] of Object.entries(failing)) {
    it(`are typed: ${model}`, async () => {
      await assert.rejects(client.messages.create(ask(model)), type);
      await assert.rejects(client.messages.create({ ...ask(model), stream: true }), type);
    });
  }

  it('are typed: a bad key', async () => {
    const stranger = new Anthropic({ baseURL: url, apiKey: 'sk-serai-nobody', maxRetries: 0 });
    await assert.rejects(stranger.messages.create(ask('throttled')), Anthropic.AuthenticationError);
  });

  for (const model of ['cut', 'in-band']) {
    it(`break a stream, and it is never taken for a whole one: ${model}`, async () => {
      await assert.rejects(client.messages.stream(ask(model)).finalMessage(), Anthropic.AnthropicError);
    });
  }

  it('the list of models has the tasks', async () => {
    const names = (await collect(client.models.list())).map((listed) => listed.id);
    assert.ok(names.includes('support-answer'));
  });
});
