/**
 * Loaded before a deployed engine (`--import`): answers each message of the parent process with the figures since the
 * previous one. Plain JavaScript, because with TypeScript a built engine would load the compiler that it saves.
 */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** How often the event loop's delay and the memory are sampled, ms. */
const RESOLUTION = 5;
const MEMORY_EVERY = 1000;

if (isMainThread) measure();

function measure() {
	const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
	delay.enable();
	// The samples include the time between two of them, which is no delay.
	const own = (nanoseconds) => Math.max(0, nanoseconds / 1e6 - RESOLUTION);
	let [cpu, written, rssBytes] = [process.cpuUsage(), writtenBytes(), 0];
	setInterval(() => {
		rssBytes = Math.max(rssBytes, process.memoryUsage.rss());
	}, MEMORY_EVERY).unref();
	process.on('message', () => {
		const { user, system } = process.cpuUsage(cpu);
		process.send({
			delayP99: own(delay.percentile(99)),
			delayMax: own(delay.max),
			cpuMs: (user + system) / 1000,
			writtenBytes: writtenBytes() - written,
			rssBytes,
		});
		delay.reset();
		[cpu, written, rssBytes] = [process.cpuUsage(), writtenBytes(), 0];
	});
	process.once('disconnect', () => process.exit());
}

function writtenBytes() {
	return Number(/^write_bytes: (\d+)/m.exec(readFileSync('/proc/self/io', 'utf8'))[1]);
}
