import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestDatabase } from '@dropwire/db/testing';
import { type Browser, browser, walkSignIn } from '@dropwire/bff/testing';
import { SANDBOX_USERS } from '@dropwire/sandbox';
import type { Product } from '../product/product.ts';
import type { Aim } from '../report/markdown.ts';
import { percentile } from '../report/statistics.ts';
import type { Engine } from '../setup.ts';
import { type Question, questionsOf } from './questions.ts';

const AIM_MS = 50;
/** A request during which the sender's own event loop was late by more than this is not counted, ms. */
const OWN_DELAY_MS = 10;
/** Longer than the server keeps an answer (500 ms), so that every request reaches the database. */
const ROUND_MS = 600;
const agent = new Agent({ keepAlive: true });

/** Asks every question in turn, round by round. */
export async function measureLists(engine: Engine, db: TestDatabase, product: Product, rounds: number): Promise<Aim[]> {
	const client = { discordId: SANDBOX_USERS.cleo.id, admin: false, createdAt: 1, createdBy: null };
	await db.knex('users').insert(client).onConflict('discordId').ignore();
	const people = { operator: browser(product.origin), client: browser(product.origin) };
	await walkSignIn(people.operator, 'ada');
	await walkSignIn(people.client, 'cleo');
	const questions = await questionsOf(db);
	const times = new Map(questions.map((question) => [question, [] as number[]]));
	const own = monitorEventLoopDelay({ resolution: 1 });
	own.enable();
	let disturbed = 0;
	const open = () => questions.filter((question) => (times.get(question)?.length ?? 0) < rounds);
	// The first round is not counted: sign-in has just happened, and nothing is compiled yet.
	for (let round = 0; open().length > 0; round++) {
		if (round === 1) await product.figures();
		const at = performance.now();
		for (const question of open()) {
			own.reset();
			const ms = await ask(product.origin, people[question.as], question, round);
			if (round === 0) continue;
			// The sender's own event loop was blocked: by its garbage, or because another program had the processor.
			if (own.max / 1e6 > OWN_DELAY_MS) disturbed++;
			else times.get(question)?.push(ms);
		}
		await sleep(Math.max(0, ROUND_MS - (performance.now() - at)));
	}
	own.disable();
	const { delayP99, delayMax } = await product.figures();
	const slow = [...times]
		.filter(([, all]) => percentile(all, 0.99) > AIM_MS)
		.map(([{ path, as }]) => `${path(0)} as ${as}`);
	return [
		{
			what: `p99 of each of ${questions.length} lists, filters and counts`,
			database: engine,
			aim: `${AIM_MS} ms`,
			measured: `${slow.length === 0 ? 'all of them' : `above in ${slow.length}: ${slow.join('; ')}`} (${disturbed} requests repeated: the sender was blocked)`,
			met: slow.length === 0,
		},
		{
			what: "the event loop's delay during all of these, p99",
			database: engine,
			aim: `${AIM_MS} ms`,
			measured: `${delayP99.toFixed(1)} ms, longest ${delayMax.toFixed(0)} ms`,
			met: delayP99 <= AIM_MS,
		},
	];
}

/**
 * Times a request until its whole answer has arrived. The answer is neither unpacked nor kept: the sender's own garbage
 * collection, several threads every half second, took the processors from the server.
 */
export async function ask(origin: string, person: Browser, { path }: Question, round: number): Promise<number> {
	const at = performance.now();
	const headers = { cookie: person.cookieHeader(), 'accept-encoding': 'br, gzip' };
	const request = get(new URL(path(round), origin), { agent, headers });
	const [response] = (await once(request, 'response')) as [IncomingMessage];
	response.resume();
	await once(response, 'end');
	if (response.statusCode !== 200) throw new Error(`${path(round)}: ${response.statusCode}`);
	return performance.now() - at;
}
