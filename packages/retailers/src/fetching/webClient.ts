import { LRUCache } from 'lru-cache';
import { type Dispatcher, request } from 'undici';
import type { ReaderPool } from '../reading/pool.ts';
import { isAbroad } from './abroad.ts';
import { freeBody, takeBody } from './bodyMemory.ts';
import { BudgetError } from '../limits/budget.ts';
import { Circuit } from './circuit.ts';
import { unlessAborted, withDeadline } from '../limits/deadline.ts';
import { errorFailure, failure, type FetchFailure, statusFailure } from './failure.ts';
import { GuardedLinkError, notPublic, type Place, Places } from './places.ts';
import { Pace } from '../limits/pace.ts';
import { readBeginning, readBounded } from './readBounded.ts';
import { RobotsRules } from './robots.ts';
import { Routes } from './routes.ts';
import type { Unchanged } from '../snapshot/answer.ts';

/** Names of one state of an answer, for conditional requests. */
export interface Validators {
	/** The link that gave the answer, after all redirects: at another one, they would name the state of another page. */
	link: string;
	etag: string | null;
	lastModified: string | null;
}

export interface WebRequest {
	/** The link at the real shop. */
	link: string;
	signal: AbortSignal;
	/** A page for people: robots.txt is asked first. Documented APIs for programs are not pages. */
	page?: boolean;
	headers?: Readonly<Record<string, string>>;
	/** Sent as JSON by POST. */
	json?: object;
	/** Sent as a form by POST. */
	form?: Readonly<Record<string, string>>;
	/** Of the answer that the caller still has. */
	known?: Validators | null;
}

export type WebAnswer =
	/**
	 * `link` is that after all redirects, `ageMs` how long a cache has kept the answer (0 if unknown). Whoever has
	 * read the body gives it back (`freeBody`).
	 */
	| { body: Buffer; contentType: string | null; link: string; validators: Validators; ageMs: number }
	| Unchanged
	| FetchFailure;

/** Type guard. */
export function isFailure(answer: object): answer is FetchFailure {
	return 'kind' in answer && 'words' in answer;
}

/** Sends requests to shops: the same manners for every source and for tests of links. */
export interface WebClient {
	/**
	 * Fetches a link. Failures of the shop never cause a rejection.
	 * @throws GuardedLinkError if it, or a redirect, leads to a private address
	 * @throws the signal's reason
	 */
	get(request: WebRequest): Promise<WebAnswer>;
	/** @throws GuardedLinkError if the link leads to a private address */
	check(link: string): void;
	/** Notes that an answer of the link's host contained what was expected. */
	noteRead(link: string): void;
	/** Notes that an answer with status 200 was a bot wall, or the shop's queue. */
	noteWall(link: string, wall: Pick<FetchFailure, 'words' | 'isQueue'>): void;
	close(): Promise<void>;
}

export interface WebClientOptions {
	/** The shop's name in messages; its host if unset. */
	shop?: string;
	userAgent: string;
	/** The time for one request, ms. */
	timeoutMs: number;
	/** The largest answer, bytes. */
	largest: number;
	/** The maximum number of redirects of one request. */
	redirects?: number;
	/** Limits for each host. `circuit`: it is left alone after failures in a row. */
	perHost: { concurrent: number; perMinute: number | null; circuit: boolean };
	places?: readonly Place[];
	/** Origins that can have a private address. */
	privateShops?: readonly string[];
	proxies?: readonly string[];
	/** Reads robots.txt. Without it, no pages can be fetched. */
	readers?: ReaderPool;
}

const BODY_MEMORY = { take: takeBody, free: freeBody };
/** The number of hosts whose state is remembered. */
const HOSTS = 5000;
/** The paths of shops' front pages, to which some redirect links of products that they no longer sell. */
const FRONT_PAGE = /^\/(?:[a-z]{2}(?:[-_/][a-z]{2}(?:-[a-z]{2})?)?\/?)?(?:shop\/?)?$/i;

interface Host {
	pace: Pace;
	circuit: Circuit | null;
	walls: number;
}

export function createWebClient(options: WebClientOptions): WebClient {
	const { userAgent, timeoutMs, largest, redirects = 0, perHost } = options;
	const places = new Places(options.places ?? [], options.privateShops ?? []);
	const agentOptions = { connections: perHost.concurrent, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
	const routes = new Routes(options.proxies ?? [], agentOptions);
	const hosts = new LRUCache<string, Host>({ max: HOSTS });
	const robots = options.readers && new RobotsRules(fetchRobots, options.readers);

	function hostOf(link: string): Host {
		const { host } = new URL(link);
		const known = hosts.get(host);
		if (known) return known;
		const circuit = perHost.circuit ? new Circuit() : null;
		const created = { pace: new Pace(perHost.concurrent, perHost.perMinute), circuit, walls: 0 };
		hosts.set(host, created);
		return created;
	}

	async function fetchRobots(link: string) {
		const answer = await get({ link, signal: new AbortController().signal }, ROBOTS_TXT);
		return 'unchanged' in answer ? failure('HTTP status', `${nameOf(link)} answered 304 without being asked`) : answer;
	}

	async function get(asked: WebRequest, max: Limits = { redirects, largest }): Promise<WebAnswer> {
		let { link } = asked;
		const knownAt = (address: string) => (asked.known?.link === address ? asked.known : null);
		for (let hop = 0; ; hop++) {
			places.targetOf(link);
			if (hop > 0 && isAbroad(asked.link, link)) {
				return failure('moved', `${nameOf(asked.link)} redirects to its shop of another country: ${link}`);
			}
			if (hop > 0 && movedToFront(asked.link, link)) {
				if (isSameFront(asked.link, link)) return failure('gone', "The link redirects to the shop's front page");
				const words = `${nameOf(asked.link)} redirects to ${new URL(link).host}, which is not its front page`;
				return wall(asked.link, { words });
			}
			const problem = asked.page ? await robots?.problem(link) : null;
			if (problem) return problem;
			const answer = await sendOnce({ ...asked, link, known: knownAt(link) }, max);
			if (!('location' in answer)) return answer;
			if (hop === max.redirects) return failure('HTTP status', `${nameOf(link)} redirected too many times`);
			if (leadsToQueue(link, answer.location)) {
				return wall(asked.link, { words: `${nameOf(asked.link)} redirects to a queue`, isQueue: true });
			}
			const next = places.redirect(link, answer.location);
			if ('kind' in next) return next;
			link = next.link;
		}
	}

	/** Waits for the host's turn and sends one request, without following its redirect. */
	async function sendOnce(asked: WebRequest, max: Limits): Promise<WebAnswer | { location: string }> {
		const host = hostOf(asked.link);
		const turn = host.circuit?.begin();
		if (turn && isFailure(turn)) return turn;
		let leave: (() => void) | null = null;
		try {
			leave = await host.pace.enter(asked.signal);
			if (!leave) return unsent('rate limited', `the budget for ${nameOf(asked.link)} is used up`);
			const answer = await withDeadline(asked.signal, timeoutMs, (signal) => {
				return exchange({ ...asked, signal }, host.walls, max);
			});
			if (!isFailure(answer)) turn?.answered();
			else {
				turn?.failed(answer);
				countWall(host, answer);
			}
			return answer;
		} catch (error) {
			if (asked.signal.aborted || error instanceof GuardedLinkError) throw error;
			if (error instanceof BudgetError) return unsent('unreachable', `${nameOf(asked.link)} is too slow`);
			const broken = errorFailure(nameOf(asked.link), error);
			turn?.failed(broken);
			return broken;
		} finally {
			leave?.();
			turn?.end();
		}
	}

	async function exchange(asked: WebRequest, walls: number, max: Limits): Promise<WebAnswer | { location: string }> {
		const target = places.targetOf(asked.link);
		const { signal } = asked;
		const sent = request(target.address, {
			dispatcher: await routes.dispatcherFor(target, walls),
			signal,
			headers: headersOf(asked),
			...(asked.json && { method: 'POST', body: JSON.stringify(asked.json) }),
			...(asked.form && { method: 'POST', body: new URLSearchParams(asked.form).toString() }),
		});
		// undici ignores the signal while it connects.
		const response = await unlessAborted(sent, signal).catch((error: Error & { code?: string }) => {
			// After a time-out the request can still fail; the time-out is what is reported.
			sent.catch(() => undefined);
			throw error.code === 'ENOTPUBLIC' ? notPublic(target.address) : error;
		});
		if (response.statusCode === 200) {
			const body = max.isBeginning
				? await readBeginning(response.body, max.largest)
				: await readBounded(response.body, max.largest, response.headers['content-length'], BODY_MEMORY);
			const { 'content-type': type } = response.headers;
			const contentType = typeof type === 'string' ? type : null;
			const { link } = asked;
			return { body, contentType, link, validators: validatorsOf(response, link), ageMs: ageOf(response) };
		}
		await response.body.dump();
		if (response.statusCode === 304 && asked.known) {
			const ageMs = ageOf(response);
			return { unchanged: true, ...(ageMs > 0 && { ageMs }) };
		}
		const { location } = response.headers;
		const redirected = response.statusCode >= 300 && response.statusCode < 400 && typeof location === 'string';
		return redirected && max.redirects > 0 ? { location } : statusFailure(nameOf(asked.link), response);
	}

	function headersOf({ headers, json, form, known }: WebRequest): Record<string, string> {
		return {
			'user-agent': userAgent,
			accept: 'text/html, application/json;q=0.9, */*;q=0.8',
			...(json && { 'content-type': 'application/json' }),
			...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
			...headers,
			...(known?.etag && { 'if-none-match': known.etag }),
			...(known?.lastModified && { 'if-modified-since': known.lastModified }),
		};
	}

	function wall(link: string, { words, isQueue }: Pick<FetchFailure, 'words' | 'isQueue'>): FetchFailure {
		const host = hostOf(link);
		const found: FetchFailure = { ...failure('wall page', words), ...(isQueue && { isQueue }) };
		host.circuit?.noteWall(found);
		countWall(host, found);
		return found;
	}

	function nameOf(link: string): string {
		return options.shop ?? new URL(link).host;
	}

	return {
		get: (asked) => get(asked),
		check: (link) => void places.targetOf(link),
		noteRead: (link) => hostOf(link).circuit?.noteRead(),
		noteWall: (link, found) => void wall(link, found),
		close: () => routes.close(),
	};
}

interface Limits {
	redirects: number;
	largest: number;
	/** A longer answer is cut off instead of rejected. */
	isBeginning?: boolean;
}

/** RFC 9309: at least five redirects, and at least 500 KiB. */
const ROBOTS_TXT: Limits = { redirects: 5, largest: 512 * 1024, isBeginning: true };

function validatorsOf({ headers }: Dispatcher.ResponseData, link: string): Validators {
	return {
		link,
		etag: headers['etag']?.toString() ?? null,
		lastModified: headers['last-modified']?.toString() ?? null,
	};
}

/** A proxy that is walled is not used again at once. */
function countWall(host: Host, { kind }: FetchFailure): void {
	if (/^wall|rate limited/.test(kind)) host.walls++;
}

/** A request that was not sent, because its host's limits are used up. */
function unsent(kind: FetchFailure['kind'], words: string): FetchFailure {
	return { ...failure(kind, words), isUnsent: true };
}

/** Addresses of queues: Queue-it's hosts, Shopify's `/throttle/queue`, `queue.shop.example`. */
const QUEUE = /(?:^|[./_-])(?:queue(?:-?it)?|waiting-?r(?:oo)m|throttle)(?:[./_-]|$)/i;

/** Whether a shop redirects to a queue, as some do at drops. */
function leadsToQueue(from: string, location: string): boolean {
	const isQueue = (url: URL | null) => url !== null && QUEUE.test(url.host + url.pathname);
	return isQueue(URL.parse(location, from)) && !isQueue(URL.parse(from));
}

/** Reads Age, which caches add: seconds (RFC 9111). Not Date: many shops' clocks are wrong. */
function ageOf({ headers: { age } }: Dispatcher.ResponseData): number {
	return typeof age === 'string' && /^\d{1,9}$/.test(age) ? Number(age) * 1000 : 0;
}

function movedToFront(from: string, to: string): boolean {
	return FRONT_PAGE.test(new URL(to).pathname) && !FRONT_PAGE.test(new URL(from).pathname);
}

/** Whether a front page is that of the link's own host, with or without `www.`, and asks nothing. */
function isSameFront(from: string, to: string): boolean {
	const hostOf = (link: string) => new URL(link).host.replace(/^www\./, '');
	return hostOf(from) === hostOf(to) && new URL(to).search === '';
}
