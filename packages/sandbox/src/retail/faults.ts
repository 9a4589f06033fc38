import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';

/** The faults of the sandbox's shops. */
export type ShopFault =
	| { status: number; body?: unknown; retryAfter?: number }
	/** A bot wall: status 403 with an HTML page. */
	| { accessDenied: true }
	/** No response. */
	| { hang: true }
	/** The connection is reset. */
	| { drop: true }
	/** A bot wall with status 200: an HTML page without data. */
	| { garbage: true }
	/** JSON with an unexpected structure. */
	| { reshaped: true }
	/** The answer with another name for this field: a changed format. */
	| { renamed: string }
	/** The answer after this many milliseconds. */
	| { slow: number }
	/** A body that does not end. */
	| { endless: true }
	/** A valid response without products. */
	| { emptyOk: true };

export interface FaultPlan {
	/** Only requests for this region fail; if unset, requests for all regions fail. */
	region?: string;
	/** How many requests fail. */
	times: number | 'forever';
	/** Only every second, third, … request fails: the shop flaps. */
	every?: number;
	fault: ShopFault;
}

/** A request that a shop received. */
export interface SeenRequest {
	/** Path and query; of Nike's feed, the query. */
	request: string;
	userAgent: string;
	/** Epoch ms. */
	at: number;
}

/** What a shop was asked. */
export interface RequestFigures {
	count: number;
	/** The newest requests, oldest first. */
	last: string[];
	seen: SeenRequest[];
	/** How many requests each path received, without queries. */
	paths: Record<string, number>;
}

/** The planned faults of one shop, and the requests it received. */
export class ShopRequests {
	#plans: { region: string | null; left: number; every: number; met: number; fault: ShopFault }[] = [];
	#seen: SeenRequest[] = [];
	readonly #paths = new Map<string, number>();
	#count = 0;

	plan({ region, times, every = 1, fault }: FaultPlan): void {
		const left = times === 'forever' ? Number.POSITIVE_INFINITY : times;
		this.#plans.push({ region: region ?? null, left, every, met: 0, fault });
	}

	heal(): void {
		this.#plans = [];
	}

	reset(): void {
		this.heal();
		this.#seen = [];
		this.#paths.clear();
		this.#count = 0;
	}

	/**
	 * Records a request.
	 * @param request path and query, or of a shop with one path, its query
	 * @returns the planned fault for it, which this call uses up
	 */
	note(
		request: string,
		region: string,
		{ userAgent, path = request.replace(/\?.*$/, '') }: { userAgent: string; path?: string },
	): ShopFault | null {
		this.#count++;
		this.#seen.push({ request, userAgent, at: Date.now() });
		if (this.#seen.length > MAX_KEPT) this.#seen.shift();
		if (this.#paths.has(path) || this.#paths.size < MAX_KEPT) this.#paths.set(path, (this.#paths.get(path) ?? 0) + 1);
		const plan = this.#plans.find((one) => one.region === null || one.region === region);
		if (!plan || ++plan.met % plan.every !== 0) return null;
		if (--plan.left <= 0) this.#plans = this.#plans.filter((one) => one !== plan);
		return plan.fault;
	}

	get figures(): RequestFigures {
		const last = this.#seen.map(({ request }) => request);
		return { count: this.#count, last, seen: this.#seen, paths: Object.fromEntries(this.#paths) };
	}
}

/** Requests and paths that a shop keeps. */
const MAX_KEPT = 200;

export interface ShopContext {
	status: number;
	body: unknown;
	type: string;
	respond?: boolean | undefined;
	req: { headers: Record<string, unknown>; socket: { resetAndDestroy(): void } };
	set(name: string, value: string): void;
}

/**
 * Responds as the shop does, or with a fault.
 * @param empty the shop's response for "no products"
 */
export async function respond(
	ctx: ShopContext,
	fault: ShopFault | null,
	empty: unknown,
	answer: () => void,
): Promise<void> {
	if (!fault) return answer();
	if ('slow' in fault) {
		await delay(fault.slow);
		return answer();
	}
	if ('renamed' in fault) {
		// The validators are those of the usual format.
		delete ctx.req.headers['if-none-match'];
		delete ctx.req.headers['if-modified-since'];
		answer();
		ctx.body = renamed(ctx.body, fault.renamed);
		return undefined;
	}
	return misbehave(ctx, fault, empty);
}

function misbehave(
	ctx: ShopContext,
	fault: Exclude<ShopFault, { slow: number } | { renamed: string }>,
	empty: unknown,
): void {
	if ('hang' in fault || 'drop' in fault) {
		ctx.respond = false;
		if ('drop' in fault) ctx.req.socket.resetAndDestroy();
	} else if ('accessDenied' in fault) {
		ctx.status = 403;
		ctx.type = 'html';
		ctx.body = '<HTML><HEAD><TITLE>Access Denied</TITLE></HEAD><BODY><H1>Access Denied</H1></BODY></HTML>';
	} else if ('garbage' in fault) {
		ctx.status = 200;
		ctx.body = '<!doctype html><title>Just a moment</title>';
	} else if ('reshaped' in fault) {
		ctx.status = 200;
		ctx.body = { data: { products: [] } };
	} else if ('endless' in fault) {
		ctx.status = 200;
		ctx.type = 'html';
		ctx.body = Readable.from(endless());
	} else if ('emptyOk' in fault) {
		ctx.status = 200;
		ctx.body = empty;
	} else {
		if (fault.retryAfter !== undefined) ctx.set('retry-after', String(fault.retryAfter));
		ctx.status = fault.status;
		ctx.body = fault.body ?? { httpStatus: fault.status, message: 'Sandbox fault' };
	}
}

const CHUNK = Buffer.alloc(64 * 1024, ' ');

/** A page that goes on until the client hangs up. */
function* endless(): Generator<Buffer> {
	yield Buffer.from('<!doctype html><title>A long page</title>');
	for (;;) yield CHUNK;
}

/** Renames a field in JSON, also in a page's scripts, and in microdata. */
function renamed(body: unknown, field: string): unknown {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const next = text
		.replaceAll(`"${field}":`, `"${field}New":`)
		.replaceAll(`itemprop="${field}"`, `itemprop="${field}New"`);
	return typeof body === 'string' ? next : JSON.parse(next);
}
