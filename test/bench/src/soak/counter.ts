import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** A message's title: the event's number, and when it was submitted, epoch ms. Without characters of Markdown. */
export const MARK = /Event (\d+) of (\d+)/;

/** `take`: what arrived since the previous call. `expected`: how many of that number of messages are missing. */
export type CounterCall = 'take' | { expected: number };

export interface Counter {
	origin: string;
	/** The time from submission to arrival of each message since the previous call, ms, and the number of all messages. */
	take(): Promise<{ delays: number[]; total: number }>;
	/** Messages that did not arrive, and messages that arrived more than once. */
	compare(expected: number): Promise<{ lost: number; doubled: number }>;
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
		stop: () => void child.kill(),
	};
}
