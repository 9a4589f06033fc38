/**
 * One contender in a process of its own, so that each pays for its own garbage and its own compiled code. Controlled
 * over IPC by `rounds.ts`.
 */
import { once } from 'node:events';
import { writtenBytes } from '../durability.ts';
import { bareLoop } from './bareLoop.ts';
import { discordRest } from './discordRest.ts';
import { dropwire } from './dropwire.ts';
import type { Target } from '../setup.ts';
import type { Contender, ContenderCall, ContenderSetup, Round } from './contender.ts';

const [setup] = (await once(process, 'message')) as [ContenderSetup];
const contender = await open(setup);
let targets: readonly Target[] = [];
let body = '';

process.on('message', (call: ContenderCall) => {
	void answer(call).then((response) => process.send?.(response));
});
process.once('disconnect', () => process.exit());
process.send?.('open');

async function open({ name, origin, database }: ContenderSetup): Promise<Contender> {
	if (name === 'bare') return bareLoop(origin);
	if (name === 'rest') return discordRest(origin);
	if (!database) throw new Error('Dropwire needs a database');
	return dropwire(origin, database);
}

async function answer(call: ContenderCall): Promise<Round | 'done'> {
	if (call === 'close') {
		await contender.close();
		return 'done';
	}
	if (call !== 'run') {
		({ prepare: targets, body } = call);
		return 'done';
	}
	await contender.prepare(targets, body);
	const cpu = process.cpuUsage();
	const written = writtenBytes();
	const at = performance.now();
	await contender.run();
	const ms = performance.now() - at;
	const { user, system } = process.cpuUsage(cpu);
	const after = writtenBytes();
	return {
		startedAt: performance.timeOrigin + at,
		ms,
		cpuMs: (user + system) / 1000,
		writtenBytes: after === null || written === null ? null : after - written,
	};
}
