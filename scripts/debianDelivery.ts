/**
 * Part of debian.ts, inside its Debian: signs in through nginx, reports a change of a price, as an external monitor does, and waits for
 * the engine's message at the sandbox. Arguments: the origin, the file of its certificate, the sandbox's origin.
 */
import { readFileSync } from 'node:fs';
import { aReport } from '@dropwire/engine/testing';
import { createControl } from '@dropwire/sandbox';
import { createVisitor } from '../test/e2e/src/visitor.ts';

const WITHIN_MS = 60_000;

const [origin = '', certificate = '', sandbox = ''] = process.argv.slice(2);
const ada = createVisitor(origin, readFileSync(certificate, 'utf8'), '127.0.0.1');
const control = createControl(sandbox);

/** @returns what the API answers. @throws Error with the answer, unless it is a success */
async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<unknown> {
	const answer = await ada.ask(path, { method: 'POST', body: JSON.stringify(body), headers });
	if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body}`);
	return JSON.parse(answer.body);
}

await ada.signIn();
const [webhook] = await control.createWebhooks({ count: 1 });
await post('/api/webhooks', [webhook?.url]);
const { data } = (await post('/api/tokens', { name: 'monitor', scopes: ['read', 'write'] })) as {
	data: { token: string };
};
// The first is what the second is compared with.
for (const price of [10_000, 9_000]) {
	const report = aReport({ price: { current: price, full: 20_000, currency: 'USD' } });
	await post('/api/events', { events: [report] }, { authorization: `Bearer ${data.token}` });
}
const began = Date.now();
while ((await control.messages({ webhookId: webhook?.id ?? '' })).length === 0) {
	if (Date.now() - began > WITHIN_MS) throw new Error('No message arrived.');
	// The interval of the checks; the sandbox reports no event.
	await new Promise((resolve) => setTimeout(resolve, 50));
}
console.log(`The message arrived ${Date.now() - began} ms after its event was accepted.`);
