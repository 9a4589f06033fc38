import { type Knex, ProductRequest } from '@dropwire/db';
import { LIMITS, SKU_LISTS, watchableProduct } from '@dropwire/domain';
import { every } from '@dropwire/domain/jobs';
import { skuHash } from '@dropwire/engine';
import type { Server } from '../http/context.ts';
import { CallError, invalidInput, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { changeEntries } from '../watchlists/entries.ts';
import { decide, removeDecided, settleAdded, watchedSince } from './settle.ts';

/** Requests per page, and of a person. */
const PAGE = 100;
const EVERY_MS = 15_000;

/** Requests of clients for products to be watched, and what operators decide. */
export function productRequestsFeature({ db, log }: Pick<Server, 'db' | 'log'>) {
	const settling = every(
		EVERY_MS,
		async () => {
			await settleAdded(db);
			await removeDecided(db.knex);
		},
		{ onError: (error) => log.error({ err: error }, 'settling requests for products failed') },
	);
	return {
		handlers: {
			ownProductRequests: async ({ knex, caller }) => {
				const rows = await knex('product_request_people as p')
					.join('product_requests as r', 'r.id', 'p.requestId')
					.where('p.discordId', caller.discordId)
					.orderBy('p.createdAt', 'desc')
					.limit(PAGE)
					.select('r.id', 'r.sku', 'r.status', 'r.reason', 'p.createdAt', 'r.decidedAt');
				return { data: rows.map(presentOwn) };
			},

			productRequestCreate: async (call) => {
				const { knex, caller } = call;
				const { discordId } = caller;
				const product = watchableProduct(call.input.product);
				if (product === null) {
					throw invalidInput({
						product: `must be a SKU of a brand that Dropwire watches, or the link of a product, and ${JSON.stringify(call.input.product)} is neither`,
					});
				}
				const { sku, link } = product;
				if (Math.max(sku.length, link?.length ?? 0) > LIMITS.url) {
					const rule = `must have at most ${LIMITS.url} characters, with letters beyond ASCII percent-encoded`;
					throw invalidInput({ product: rule });
				}
				const now = Date.now();
				const watched = await watchedSince(knex, sku);
				if (watched !== null) {
					call.answer(200);
					return { data: { id: null, sku, status: 'added', reason: null, createdAt: now, decidedAt: watched } };
				}
				const hash = skuHash(sku);
				// Of two people who ask first at the same moment, the second waits for the first one's row.
				await knex('product_requests')
					.insert({
						sku,
						skuHash: hash,
						link,
						status: 'open',
						reason: null,
						people: 0,
						createdAt: now,
						decidedAt: null,
					})
					.onConflict('skuHash')
					.ignore();
				const request = (await ProductRequest.query(knex).findOne({ skuHash: hash }).forUpdate()) as ProductRequest;
				const { id } = request;
				const mine = { requestId: id, discordId };
				const asked = await knex('product_request_people').where(mine).first('createdAt');
				if (request.status === 'open' && asked) {
					call.answer(200);
					return { data: presentOwn({ ...request, createdAt: asked.createdAt }) };
				}
				await mustHavePlace(knex, discordId, request.people === 0);
				// A decision that was made earlier is over: those who asked then know it.
				if (request.status !== 'open') await knex('product_request_people').where({ requestId: id }).delete();
				await knex('product_request_people').insert({ ...mine, createdAt: now });
				const open = { status: 'open' as const, reason: null, decidedAt: null };
				const isFirst = request.status !== 'open' || request.people === 0;
				await ProductRequest.query(knex)
					.findById(id)
					.patch({
						...open,
						link: request.link ?? link,
						people: isFirst ? 1 : request.people + 1,
						...(isFirst && { createdAt: now }),
					});
				call.audit({ target: `product request ${id}`, after: { sku } });
				return { data: presentOwn({ id, sku, ...open, createdAt: now }) };
			},

			productRequestWithdraw: async (call) => {
				const { knex, caller, input } = call;
				const request = await ProductRequest.query(knex).findById(Number(input.id)).forUpdate();
				const mine = { requestId: Number(input.id), discordId: caller.discordId };
				if (!request || (await knex('product_request_people').where(mine).delete()) === 0)
					throw notFound('A request of yours with this id');
				if (request.people > 1)
					await ProductRequest.query(knex)
						.findById(request.id)
						.patch({ people: request.people - 1 });
				else await ProductRequest.query(knex).deleteById(request.id);
				call.audit({ target: `product request ${request.id}`, before: { sku: request.sku } });
				return { data: { id: input.id } };
			},

			productRequests: async ({ knex, input }) => {
				const [people = 0, after = 0] = input.cursor?.split('-').map(Number) ?? [];
				const open = () => ProductRequest.query(knex).where({ status: 'open' });
				const page = open()
					.orderBy('people', 'desc')
					.orderBy('id', 'desc')
					.limit(PAGE + 1);
				if (input.cursor !== undefined)
					page.where((rest) => void rest.where('people', '<', people).orWhere({ people }).where('id', '<', after));
				const [rows, count] = await Promise.all([page, open().resultSize()]);
				const shown = rows.slice(0, PAGE);
				const last = rows.length > PAGE ? shown.at(-1) : undefined;
				return { data: shown.map(presentOpen), count, nextCursor: last ? `${last.people}-${last.id}` : null };
			},

			productRequestAdd: async (call) => {
				const { lists } = call.input;
				const request = await mustBeOpen(call.knex, call.input.id);
				const { id, sku, people } = request;
				const possible = listsOf(request);
				const unknown = lists.find((list) => !possible.includes(list));
				if (unknown !== undefined) {
					throw invalidInput({
						lists: `must be among ${possible.join(', ')}, and ${JSON.stringify(unknown)} is not`,
					});
				}
				const productLink = call.input.productLink ?? request.link ?? undefined;
				for (const list of new Set(lists)) {
					const link = SKU_LISTS[list] === 'sku and link' ? productLink : undefined;
					await changeEntries(call, { action: 'SET', list, skus: [sku], productLink: link });
				}
				await decide(call.knex, request, { added: true });
				return { data: { id: String(id), sku, lists, people } };
			},

			productRequestDecline: async (call) => {
				const { reason } = call.input;
				const request = await mustBeOpen(call.knex, call.input.id);
				const { id, sku, people } = request;
				await decide(call.knex, request, { added: false, reason });
				call.audit({ target: `product request ${id}`, after: { sku, status: 'declined', reason } });
				return { data: { id: String(id), sku, people } };
			},
		},
		close: async () => settling.stop(),
	} satisfies Feature;
}

/** Locks the request: of two operators who decide at once, one does. @throws CallError 404 */
async function mustBeOpen(knex: Knex, id: string): Promise<ProductRequest> {
	const request = await ProductRequest.query(knex).findById(Number(id)).forUpdate();
	if (request?.status !== 'open') throw notFound('An open request with this id');
	return request;
}

/** @throws CallError 409 at a limit */
async function mustHavePlace(knex: Knex, discordId: string, isNew: boolean): Promise<void> {
	const [{ own } = { own: 0 }] = await knex('product_request_people as p')
		.join('product_requests as r', 'r.id', 'p.requestId')
		.where({ 'p.discordId': discordId, 'r.status': 'open' })
		.count<{ own: number }[]>({ own: '*' });
	if (own >= LIMITS.productRequestsPerPerson) {
		throw new CallError(
			'conflict',
			`You have ${LIMITS.productRequestsPerPerson} open requests, the most that a person can have. Withdraw one first.`,
		);
	}
	// The new request has its row already.
	if (isNew && (await ProductRequest.query(knex).where({ status: 'open' }).resultSize()) > LIMITS.productRequests)
		throw new CallError('conflict', 'Too many requests are open at the moment. Try again tomorrow.');
}

/** The lists that the product of a request can be put on. */
function listsOf({ sku, link }: Pick<ProductRequest, 'sku' | 'link'>): string[] {
	return watchableProduct(link ?? sku)?.lists ?? [];
}

type Own = Pick<ProductRequest, 'id' | 'sku' | 'status' | 'reason' | 'createdAt' | 'decidedAt'>;

function presentOwn({ id, sku, status, reason, createdAt, decidedAt }: Own) {
	return { id: String(id), sku, status, reason, createdAt, decidedAt };
}

function presentOpen(request: ProductRequest) {
	const { id, sku, link, people, createdAt } = request;
	return { id: String(id), sku, link, lists: listsOf(request), people, createdAt };
}
