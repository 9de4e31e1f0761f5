// Copyright the Serai authors. SPDX-License-Identifier: Apache-2.0
// A2, A6: OpenAI's Node SDK, with its base URL and key changed only.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import OpenAI from 'openai';
import {
  assertTicket, assertTwelveWords, collect, instructions, key, orderSchema, question, tasks, ticketSchema, url,
} from './gateway.mjs';

const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: key, maxRetries: 0 });
const messages = [{ role: 'system', content: instructions }, { role: 'user', content: question }];
const tools = [{ type: 'function', function: { name: 'find_order', description: 'Looks an order up', parameters: orderSchema } }];

for (const model of tasks) {
  describe(`OpenAI's chat completions ${model}`, () => {
    it('gives a plain answer with its usage', async () => {
      const answer = await client.chat.completions.create({ model, messages });
      assertTwelveWords(answer.choices[0].message.content);
      assert.equal(answer.choices[0].finish_reason, 'stop');
      assert.equal(answer.usage.completion_tokens, 12);
      assert.equal(answer.usage.total_tokens, answer.usage.prompt_tokens + 12);
    });

    it('streams the same answer, with usage where it is asked for', async () => {
      const whole = await client.chat.completions.create({ model, messages });
      const chunks = await collect(
        await client.chat.completions.create({ model, messages, stream: true, stream_options: { include_usage: true } }));
      const text = chunks.map((chunk) => chunk.choices[0]?.delta?.content ?? '').join('');
      assert.equal(text, whole.choices[0].message.content);
      assert.equal(chunks.at(-1).usage.completion_tokens, 12);
    });

    it('calls a tool, and answers with its result', async () => {
      const asked = await client.chat.completions.create({ model, messages, tools });
      const call = asked.choices[0].message.tool_calls[0];
      assert.equal(call.function.name, 'find_order');
      assert.ok(JSON.parse(call.function.arguments).orderId);
      const result = { role: 'tool', tool_call_id: call.id, content: 'It is on its way.' };
      const answer = await client.chat.completions.create(
        { model, messages: [...messages, asked.choices[0].message, result], tools });
      assert.ok(answer.choices[0].message.content);
    });

    it('streams a tool call', async () => {
      const asked = await client.chat.completions.stream({ model, messages, tools }).finalChatCompletion();
      assert.ok(JSON.parse(asked.choices[0].message.tool_calls[0].function.arguments).orderId);
    });

    it('answers in the form of a schema', async () => {
      const answer = await client.chat.completions.create({
        model,
        messages,
        response_format: { type: 'json_schema', json_schema: { name: 'ticket', schema: ticketSchema, strict: true } },
      });
      assertTicket(answer.choices[0].message.content);
    });
  });

  describe(`OpenAI's responses ${model}`, () => {
    it('gives a plain answer with its usage', async () => {
      const answer = await client.responses.create({ model, instructions, input: question });
      assertTwelveWords(answer.output_text);
      assert.equal(answer.status, 'completed');
      assert.equal(answer.usage.output_tokens, 12);
    });

    it('streams the same answer', async () => {
      const whole = await client.responses.create({ model, instructions, input: question });
      const stream = client.responses.stream({ model, instructions, input: question });
      const events = await collect(stream);
      const text = events.filter((event) => event.type === 'response.output_text.delta').map((event) => event.delta).join('');
      assert.equal(text, whole.output_text);
      assert.equal((await stream.finalResponse()).output_text, whole.output_text);
    });

    it('calls a tool, whole and streamed', async () => {
      const request = {
        model, instructions, input: question,
        tools: [{ type: 'function', name: 'find_order', description: 'Looks an order up', parameters: orderSchema, strict: false }],
      };
      const whole = await client.responses.create(request);
      const streamed = await client.responses.stream(request).finalResponse();
      for (const answer of [whole, streamed]) {
        const call = answer.output.find((item) => item.type === 'function_call');
        assert.equal(call.name, 'find_order');
        assert.ok(JSON.parse(call.arguments).orderId);
      }
    });

    it('answers in the form of a schema', async () => {
      const answer = await client.responses.create({
        model, instructions, input: question,
        text: { format: { type: 'json_schema', name: 'ticket', schema: ticketSchema, strict: true } },
      });
      assertTicket(answer.output_text);
    });
  });
}

describe("OpenAI's errors", () => {
  const failing = { speaks_nothing: ['nothing', OpenAI.NotFoundError], throttled: ['throttled', OpenAI.RateLimitError],
    down: ['down', OpenAI.InternalServerError] };
  for (const [name, [model, type]] of Object.entries(failing)) {
    it(`are typed: ${name}`, async () => {
      await assert.rejects(client.chat.completions.create({ model, messages }), type);
      await assert.rejects(client.chat.completions.create({ model, messages, stream: true }), type);
      await assert.rejects(client.responses.create({ model, input: question }), type);
    });
  }

  it('are typed: a bad key', async () => {
    const stranger = new OpenAI({ baseURL: `${url}/v1`, apiKey: 'sk-serai-nobody', maxRetries: 0 });
    await assert.rejects(stranger.chat.completions.create({ model: 'throttled', messages }), OpenAI.AuthenticationError);
  });

  for (const model of ['cut', 'in-band']) {
    it(`break a stream, and it is never taken for a whole one: ${model}`, async () => {
      await assert.rejects(
        async () => collect(await client.chat.completions.create({ model, messages, stream: true })), OpenAI.APIError);
      await assert.rejects(
        async () => {
          const events = await collect(await client.responses.create({ model, input: question, stream: true }));
          assert.fail(`the stream ended with ${events.at(-1).type}`);
        },
        OpenAI.APIError);
    });
  }

  it('the list of models has the tasks', async () => {
    const names = (await collect(client.models.list())).map((listed) => listed.id);
    assert.ok(names.includes('support-answer'));
    assert.equal((await client.models.retrieve('support-answer')).object, 'model');
  });
});
