import { SANDBOX_GUILDS } from '@dropwire/sandbox';
import type { Feature } from './feature.ts';

export const own = SANDBOX_GUILDS.soleSearchers.id;
export const foreign = SANDBOX_GUILDS.dropwireHq.id;

/**
 * All kinds of callers. `owner` is a client who manages the guild of the call, `client` one who does not;
 * the last four are tokens: an unknown one, and an operator's with each scope.
 */
export const PEOPLE = [
	'visitor',
	'member',
	'client',
	'owner',
	'editor',
	'premium',
	'admin',
	'unknown',
	'reader',
	'writer',
	'bot',
] as const;
export type Person = (typeof PEOPLE)[number];

/** Statuses of everyone, in the order of PEOPLE. */
export type Statuses = NumberEach<typeof PEOPLE>;
type NumberEach<Tuple> = { readonly [Index in keyof Tuple]: number };

const UNKNOWN: readonly Person[] = ['visitor', 'unknown'];
const OPERATORS: readonly Person[] = ['admin', 'reader', 'writer'];
const GUILD: readonly Person[] = [...OPERATORS, 'owner', 'bot'];
const CLIENTS: readonly Person[] = [...OPERATORS, 'client', 'owner', 'editor', 'premium'];
const MEMBERS: readonly Person[] = [...CLIENTS, 'member', 'bot'];

/** The status for those who can make a call; the others get 401 or 403. */
const onlyFor = (people: readonly Person[], status: number) =>
	PEOPLE.map((one) => {
		if (people.includes(one)) return status;
		return UNKNOWN.includes(one) ? 401 : 403;
	}) as readonly number[] as Statuses;
const writers = (people: readonly Person[]) => people.filter((one) => one !== 'reader');

export const everyone = (status: number): Statuses => onlyFor(PEOPLE, status);
/** A call of operators that reads, or writes, and what it answers them. */
export const operatorsRead = (status = 200): Statuses => onlyFor(OPERATORS, status);
export const operatorsWrite = (status: number): Statuses => onlyFor(writers(OPERATORS), status);
/** A call about a guild: its owner and operators; the bot in an operator's name. */
export const guildRead = (status = 200): Statuses => onlyFor(GUILD, status);
export const guildWrite = (status: number): Statuses => onlyFor(writers(GUILD), status);
/** A call of operators that they can also make through the bot. */
export const operatorsOrBot = (status = 200): Statuses => onlyFor([...OPERATORS, 'bot'], status);
export const clientsRead = (status = 200): Statuses => onlyFor(CLIENTS, status);
export const clientsWrite = (status: number): Statuses => onlyFor(writers(CLIENTS), status);
/** A call of everybody who signed in, of programs by their scope, and of the bot for the person of a command. */
export const membersRead = (status = 200): Statuses => onlyFor(MEMBERS, status);
export const membersWrite = (status: number): Statuses => onlyFor(writers(MEMBERS), status);
/** As `guildRead`, but not for the bot. */
export const guildClientsRead: Statuses = [401, 403, 403, 200, 403, 403, 200, 401, 200, 200, 403];
/** Reports of the bot: its token, and an operator's program; no browser. */
export const botWrite = (status: number): Statuses => [401, 403, 403, 403, 403, 403, 403, 401, 403, status, status];
export const guard: Statuses = [200, 403, 200, 200, 200, 200, 200, 200, 200, 200, 403];
export const webhook = { label: 'none', value: 'https://x.example' };

/** For a call good or harmless input, and the statuses that everyone gets. */
export interface Rights {
	path?: string;
	body?: unknown;
	expected: Statuses;
}

type Opened<F> = F extends (services: never) => infer O ? O : F;

/** The rights of each call of a feature. */
export type RightsOf<F> = Record<keyof Extract<Opened<F>, Feature>['handlers'], Rights>;
