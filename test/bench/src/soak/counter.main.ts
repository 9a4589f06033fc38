/**
 * Replaces Discord: accepts every message, and counts how often each webhook got each event, for hours without
 * keeping the messages. Controlled over IPC by `counter.ts`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type CounterCall, MARK } from './counter.ts';

/** How often each webhook got each event, by webhook. */
const counts = new Map<string, Map<number, number>>();
let delays: number[] = [];
let total = 0;
let nextId = 1_000_000_000_000_000_000n;

const server = createServer((request, response) => {
	void text(request).then((body) => {
		const mark = MARK.exec(body);
		if (!mark) throw new Error(`A message without a mark: ${body}`);
		const [, number, submittedAt] = mark;
		const webhook = request.url?.split('/')[4] ?? '';
		const own = counts.get(webhook) ?? new Map<number, number>();
		counts.set(webhook, own);
		own.set(Number(number), (own.get(Number(number)) ?? 0) + 1);
		delays.push(Date.now() - Number(submittedAt));
		total++;
		response.setHeader('content-type', 'application/json');
		response.end(`{"id":"${nextId++}"}`);
	});
});
server.listen(0, '127.0.0.1', () => {
	process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.on('message', (call: CounterCall) => {
	if (call === 'take') {
		process.send?.({ delays, total });
		delays = [];
		return;
	}
	const each = [...counts.values()];
	const doubled = each.reduce((sum, own) => sum + [...own.values()].filter((times) => times > 1).length, 0);
	const arrived = each.reduce((sum, own) => sum + own.size, 0);
	process.send?.({ lost: call.expected - arrived, doubled });
});
process.once('disconnect', () => process.exit());
