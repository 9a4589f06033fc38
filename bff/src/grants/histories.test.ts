import { Grant } from '@dropwire/db';
import { openTestDatabase, type TestDatabase } from '@dropwire/db/testing';
import { accessOf, type PaidGrant } from '@dropwire/domain';
import type { Plan } from '@dropwire/domain/plans';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Entitlement } from '../discord/bot.ts';
import { changesIn } from './entitlements.ts';
import { afterStated, type Stated, type Stored, storeStated } from './report.ts';

const T = Date.UTC(2026, 10, 1);
const HOUR = 3_600_000;
const PLANS: Plan[] = [
	{ id: 'basic', name: 'Basic', price: '$10', features: [], rights: ['client'], discordSku: '800000000000000003' },
	{
		id: 'pro',
		name: 'Pro',
		price: '$30',
		features: [],
		rights: ['client', 'premium'],
		discordSku: '800000000000000001',
	},
];
const BY_SKU = new Map(PLANS.map((plan) => [plan.discordSku as string, plan]));
const PERSON = '100000000000000003';

let db: TestDatabase;
beforeAll(async () => {
	db = await openTestDatabase();
});
afterAll(() => db.close());

/** Something that happens at a provider: when, and to which of two things that the person has. */
interface Step {
	hour: number;
	item: 0 | 1;
	what: 'buy' | 'move' | 'cancel' | 'renew' | 'refund';
	/** Hours from the step to the end that it sets. */
	hours: number;
}
const step: fc.Arbitrary<Step> = fc.record({
	hour: fc.nat({ max: 48 }),
	item: fc.constantFrom(0, 1),
	what: fc.constantFrom('buy', 'move', 'cancel', 'renew', 'refund'),
	hours: fc.integer({ min: -2, max: 48 }),
});
/** Steps in the order in which they happen; events about them arrive in the order of `arrivals`, some twice, some never. */
const history = fc.record({
	steps: fc.array(step, { maxLength: 12 }).map((steps) => steps.toSorted((a, b) => a.hour - b.hour)),
	arrivals: fc.array(fc.nat({ max: 11 }), { maxLength: 24 }),
	person: fc.nat({ max: 1_000_000 }),
});
type History = typeof history extends fc.Arbitrary<infer H> ? H : never;

/** The provider's list after each step, of which the last is the truth. */
function listsOf({ steps, person }: History): Entitlement[][] {
	const owned = new Map<number, Entitlement>();
	let serial = 0;
	return steps.map(({ hour, item, what, hours }) => {
		const now = T + hour * HOUR;
		const one = owned.get(item);
		const ends_at = new Date(now + hours * HOUR).toISOString();
		if (what === 'buy' && !one) {
			const id = String((BigInt(person) << 32n) + BigInt(T) * 1024n + BigInt(serial++));
			const sku_id = [...BY_SKU.keys()][(item + steps.length) % 2] as string;
			const starts_at = new Date(now).toISOString();
			owned.set(item, { id, sku_id, user_id: personOf(person), deleted: false, starts_at, ends_at: null });
		} else if (one && what === 'refund') owned.delete(item);
		else if (one && what === 'cancel') owned.set(item, { ...one, ends_at });
		else if (one && what === 'renew') owned.set(item, { ...one, ends_at: null });
		else if (one && what === 'move') {
			owned.set(item, { ...one, sku_id: [...BY_SKU.keys()].find((sku) => sku !== one.sku_id) as string });
		}
		return [...owned.values()];
	});
}

function personOf(person: number): string {
	return String(BigInt(PERSON) + BigInt(person) * 10n);
}

/** Whether a person has access, and premium access, by a list alone. */
function rightsBy(list: readonly Pick<PaidGrant, 'plan' | 'startsAt' | 'endsAt'>[], now: number): string {
	const active = list.filter(({ startsAt, endsAt }) => startsAt <= now && (endsAt === null || endsAt > now));
	return active.some(({ plan }) => plan === 'pro') ? 'premium' : active.length > 0 ? 'client' : 'none';
}

function rightsIn(grants: readonly Stored[], now: number): string {
	const access = accessOf(null, grants, PLANS, now);
	if (!access || (access.expiresAt !== null && access.expiresAt <= now)) return 'none';
	return access.roles.includes('premium') ? 'premium' : 'client';
}

const asGrants = (list: readonly Entitlement[]) =>
	list.map(({ sku_id, starts_at, ends_at }) => ({
		plan: BY_SKU.get(sku_id)?.id ?? '',
		startsAt: Date.parse(starts_at ?? ''),
		endsAt: ends_at == null ? null : Date.parse(ends_at),
	}));

function apply(stored: Map<string, Stored>, stated: Stated, now: number): void {
	const after = afterStated(stored.get(stated.externalId) ?? null, stated, now);
	if (!after) return;
	const isOver = after.endsAt !== null && after.endsAt <= now;
	stored.set(stated.externalId, { ...after, beganAt: after.beganAt ?? now, endedAt: isOver ? now : null });
}

test('10,000 histories of entitlements end with the rights that the list gives, whatever events arrive', () => {
	fc.assert(
		fc.property(history, (one) => {
			const lists = listsOf(one);
			const stored = new Map<string, Stored>();
			const read = (list: Entitlement[], now: number) => {
				for (const stated of changesIn([...stored.values()], list, BY_SKU, now)) apply(stored, stated, now);
			};
			// Each event causes a reading of the list as it is then; the last reading needs no event.
			for (const at of one.arrivals) if (lists[at]) read(lists[at], T + (one.steps[at]?.hour ?? 0) * HOUR);
			const truth = lists.at(-1) ?? [];
			const end = T + 48 * HOUR;
			read(truth, end);
			for (const now of [end, end + 24 * HOUR, end + 100 * HOUR]) {
				expect(rightsIn([...stored.values()], now)).toBe(rightsBy(asGrants(truth), now));
			}
		}),
		{ numRuns: 10_000 },
	);
});

test('a plan that replaces another is stored before the end of the other', () => {
	const [basic, pro] = [...BY_SKU.keys()] as [string, string];
	const entitlement = (id: string, sku_id: string, ends_at: string | null): Entitlement => {
		return { id, sku_id, user_id: PERSON, deleted: false, starts_at: new Date(T).toISOString(), ends_at };
	};
	const list = [entitlement('1', basic, new Date(T + HOUR).toISOString()), entitlement('2', pro, null)];
	expect(changesIn([], list, BY_SKU, T + HOUR).map(({ externalId }) => externalId)).toEqual(['2', '1']);
});

/** What a billing service states of its items, one event after each step. */
function eventsOf(one: History): Stated[] {
	const lists = listsOf(one);
	return lists.flatMap((list, at) => {
		const { item = 0, hour = 0, what } = one.steps[at] ?? {};
		const before = lists[at - 1]?.find(({ id }) => !list.some((other) => other.id === id));
		const entitlement = what === 'refund' ? before : list[item === 0 ? 0 : list.length - 1];
		if (!entitlement) return [];
		const [terms] = asGrants([entitlement]);
		const reportedAt = T + hour * HOUR + at;
		const owner = { subject: 'user' as const, subjectId: personOf(one.person), payerId: null };
		const stated = { provider: 'billing' as const, externalId: entitlement.id, ...owner, reportedAt, ...terms };
		return [{ ...(stated as Stated), endsAt: what === 'refund' ? reportedAt : (terms?.endsAt ?? null) }];
	});
}

test('10,000 histories of events end as in their order, however they arrive and how often', () => {
	fc.assert(
		fc.property(history, (one) => {
			const events = eventsOf(one);
			const [inOrder, arrived] = [new Map<string, Stored>(), new Map<string, Stored>()];
			const end = T + 48 * HOUR;
			for (const event of events) apply(inOrder, event, end);
			// A billing service sends again what was not accepted: each event arrives at last.
			const sent = one.arrivals.flatMap((at) => events[at] ?? []);
			for (const event of [...sent, ...events.toReversed()]) apply(arrived, event, end);
			for (const now of [end, end + 24 * HOUR]) {
				expect(rightsIn([...arrived.values()], now)).toBe(rightsIn([...inOrder.values()], now));
			}
		}),
		{ numRuns: 10_000 },
	);
});

test('the database ends with the rights of the list, too, also for histories at the same time', async () => {
	const histories = fc.sample(history, { numRuns: 100, seed: 1 }).map((one, person) => ({ ...one, person }));
	const lists = histories.map(listsOf);
	const givers = { admins: [], plans: PLANS };
	const read = async (all: Entitlement[], now: number) => {
		const stored = await Grant.query(db.knex);
		await db.transaction(async (trx) => {
			for (const stated of changesIn(stored, all, BY_SKU, now)) await storeStated(trx, stated, givers, now);
		});
	};
	const end = T + 48 * HOUR;
	await read(
		lists.flatMap((list) => list[Math.floor(list.length / 2)] ?? []),
		T + 24 * HOUR,
	);
	await read(
		lists.flatMap((list) => list.at(-1) ?? []),
		end,
	);
	const stored = Map.groupBy(await Grant.query(db.knex), ({ subjectId }) => subjectId);
	histories.forEach(({ person }, at) => {
		for (const now of [end, end + 24 * HOUR]) {
			expect(rightsIn(stored.get(personOf(person)) ?? [], now)).toBe(rightsBy(asGrants(lists[at]?.at(-1) ?? []), now));
		}
	});
});
