/**
 * Replaces Discord: accepts every message, and counts how often each webhook got each event, for hours without
 * keeping the messages. Controlled over IPC by `counter.ts`.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { type Compared, type CounterCall, type CounterFault, MARK } from './counter.ts';

/** When each webhook first got each event, ms since the start (small integers take the least memory), by webhook. */
const firsts = new Map<string, Map<number, number>>();
/** The messages that arrived again, by webhook and event, and when they first arrived, epoch ms. */
const doubled = new Map<string, number>();
const startedAt = Date.now();
let fault: { kind: CounterFault; until: number } | null = null;
let delays: number[] = [];
let total = 0;
let nextId = 1_000_000_000_000_000_000n;

const server = createServer((request, response) => {
	void text(request).then((body) => {
		if (fault && Date.now() < fault.until && Math.random() < 1 / 3) {
			if (fault.kind === 'resets') request.socket.resetAndDestroy();
			else response.writeHead(500 + Math.floor(4 * Math.random())).end();
			return;
		}
		const mark = MARK.exec(body);
		if (!mark) throw new Error(`A message without a mark: ${body}`);
		const [, number, submittedAt] = mark;
		const webhook = request.url?.split('/')[4] ?? '';
		const own = firsts.get(webhook) ?? new Map<number, number>();
		firsts.set(webhook, own);
		const now = Date.now();
		const first = own.get(Number(number));
		if (first === undefined) own.set(Number(number), now - startedAt);
		else doubled.set(`${webhook} ${number}`, startedAt + first);
		delays.push(now - Number(submittedAt));
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
	if ('fault' in call) {
		fault = { kind: call.fault, until: Date.now() + call.ms };
		return;
	}
	const arrived = [...firsts.values()].reduce((sum, own) => sum + own.size, 0);
	const firstAt = [...doubled.values()];
	process.send?.({ lost: call.expected - arrived, doubled: firstAt.length, firstAt } satisfies Compared);
});
process.once('disconnect', () => process.exit());
