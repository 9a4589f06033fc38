import { createServer } from 'node:net';

/** Below what Linux and the others hand out of themselves, so that nobody is given it before it is listened on. */
const FIRST = 20_000;
const COUNT = 10_000;

/** A port on which something may listen in a moment, for what must know its port before it listens. */
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
