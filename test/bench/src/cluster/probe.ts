import { setTimeout as sleep } from 'node:timers/promises';

const EVERY_MS = 250;
const TIMEOUT_MS = 30_000;
const PATHS = ['/api/user', '/api/deliveries', '/readyz'];

/** How calls were answered. */
export interface Answers {
	/** With 503 and Retry-After. */
	unavailable: number;
	/** What was neither a success nor that. */
	wrong: string[];
	slowestMs: number;
}

/** Calls that read, four a second. */
export interface Probe {
	/** The answers since the previous call. */
	take(): Answers;
	stop(): Promise<void>;
}

/** Begins to call the servers at this origin. */
export function startProbe(origin: string, token: string): Probe {
	const none = (): Answers => ({ unavailable: 0, wrong: [], slowestMs: 0 });
	let answers = none();
	const ended = new AbortController();
	async function call(path: string): Promise<void> {
		const begun = performance.now();
		const signal = AbortSignal.timeout(TIMEOUT_MS);
		const response = await fetch(origin + path, { headers: { authorization: `Bearer ${token}` }, signal });
		const body = await response.text();
		answers.slowestMs = Math.max(answers.slowestMs, performance.now() - begun);
		if (response.ok) return;
		// /readyz is for programs that ask at their own pace.
		const promised = response.headers.has('retry-after') || path === '/readyz';
		if (response.status === 503 && promised) answers.unavailable++;
		else answers.wrong.push(`${path}: ${response.status} ${body}`);
	}
	async function callAll(): Promise<void> {
		const running = new Set<Promise<void>>();
		for (let n = 0; !ended.signal.aborted; n++) {
			const path = PATHS[n % PATHS.length] ?? '';
			const one = call(path)
				.catch((error: unknown) => void answers.wrong.push(`${path}: ${String(error)}`))
				.finally(() => running.delete(one));
			running.add(one);
			await sleep(EVERY_MS);
		}
		await Promise.all(running);
	}
	const calling = callAll();
	return {
		take() {
			const taken = answers;
			answers = none();
			return taken;
		},
		stop() {
			ended.abort();
			return calling;
		},
	};
}
