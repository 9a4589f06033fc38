import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A message's title: the event's number, and when it was submitted, epoch ms. Without characters of Markdown. */
export const MARK = /Event (\d+) of (\d+)/;

/** A third of the requests get a 5xx, or lose their connection before the message is counted. */
export type CounterFault = 'errors' | 'resets';

/**
 * `take`: what arrived since the previous call. `expected`: how many of that number of messages are missing. `fault`: for
 * `ms` from now on.
 */
export type CounterCall = 'take' | { expected: number } | { fault: CounterFault; ms: number };

/** Messages that did not arrive, messages that arrived more than once, and when these first arrived, epoch ms. */
export interface Compared {
	lost: number;
	doubled: number;
	firstAt: number[];
}

export interface Counter {
	origin: string;
	/** The time from submission to arrival of each message since the previous call, ms, and the number of all messages. */
	take(): Promise<{ delays: number[]; total: number }>;
	compare(expected: number): Promise<Compared>;
	fail(fault: CounterFault, ms: number): void;
	stop(): void;
}

/** Starts the server that replaces Discord, in a process of its own. */
export async function startCounter(): Promise<Counter> {
	const child = fork(join(import.meta.dirname, 'counter.main.ts'));
	const answer = async <T>(call?: CounterCall): Promise<T> => {
		const response = once(child, 'message') as Promise<[T]>;
		if (call !== undefined) child.send(call);
		return (await response)[0];
	};
	return {
		origin: await answer<string>(),
		take: () => answer('take'),
		compare: (expected) => answer({ expected }),
		fail: (fault, ms) => void child.send({ fault, ms } satisfies CounterCall),
		stop: () => void child.kill(),
	};
}
