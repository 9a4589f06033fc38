import { createServer } from 'node:net';

/** Below the range from which Linux and other systems assign ports, so that no other process gets the port first. */
const FIRST = 20_000;
const COUNT = 10_000;

/**
 * Where this process begins. A port is free for others until the process that shall listen on it has started: each process
 * takes ports in order, and processes that were started one after another begin far from each other (golden ratio).
 */
let next = (process.pid * 6181) % COUNT;

/** Finds a free port for a process that must know its port before it listens. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + next;
		next = (next + 1) % COUNT;
		if (await isFree(port)) return port;
	}
}

function isFree(port: number): Promise<boolean> {
	return new Promise((resolve) => {
		const probe = createServer();
		probe.once('error', () => resolve(false));
		probe.listen(port, () => probe.close(() => resolve(true)));
	});
}
