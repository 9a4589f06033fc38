import { createServer } from 'node:net';

/** Below the range from which Linux and other systems assign ports, so that no other process gets the port first. */
const FIRST = 20_000;
const COUNT = 10_000;

/** Finds a free port for a process that must know its port before it listens. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = FIRST + Math.floor(Math.random() * COUNT);
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
