import { randomBytes } from 'node:crypto';
import { PAGES, SHARED_SETUP_MS } from '@dropwire/contract';
import { type Knex, SharedSetup } from '@dropwire/db';
import { LIMITS, type SetupLine, setupLines } from '@dropwire/domain';
import { loadOptions } from '@dropwire/engine';
import { readActors } from '../guilds/actors.ts';
import { hashToken } from '../http/auth.ts';
import { CallError, notFound } from '../http/errors.ts';
import type { Feature } from '../http/feature.ts';
import { readLinks } from '../serverSetup/readLinks.ts';
import { lockOwner } from '../webhooks/owner.ts';

const SECRET_BYTES = 24;

/** Setups of servers that other people load by a share link. */
export const sharedSetupsFeature = {
	handlers: {
		sharedSetups: async ({ knex, caller, server, input: { guildId } }) => {
			const rows = await working(knex, guildId).orderBy('id', 'desc').select(SHOWN);
			const people = [...new Set(rows.map(({ createdBy }) => createdBy))];
			const actorOf = await readActors(knex, people, { caller, admins: server.settings.ADMIN_DISCORD_IDS });
			return { data: rows.map((row) => present(row, actorOf(row.createdBy).name)) };
		},

		sharedSetupCreate: async (call) => {
			const { knex, caller } = call;
			const { guildId } = call.input;
			await lockOwner(knex, { guildId });
			const links = await setupOf(knex, guildId);
			const text = JSON.stringify(links);
			const max = LIMITS.sharedSetups;
			if (links.length === 0)
				throw new CallError('conflict', 'This server has no links, so there is no setup to share.');
			if (text.length > LIMITS.sharedSetup)
				throw new CallError('conflict', 'This setup is too large for a share link. Save it as a file instead.');
			if ((await working(knex, guildId).resultSize()) >= max)
				throw new CallError('conflict', `A server can have ${max} share links at a time. End one first.`);
			const secret = randomBytes(SECRET_BYTES).toString('base64url');
			const createdAt = Date.now();
			const row = await SharedSetup.query(knex).insertAndFetch({
				guildId,
				secretHash: hashToken(secret),
				links: text,
				count: links.length,
				createdBy: caller.discordId,
				createdAt,
				expiresAt: createdAt + SHARED_SETUP_MS,
			});
			const { id, count, expiresAt } = row;
			call.audit({ target: `guild ${guildId}`, guildId, after: { shared: String(id), links: count, expiresAt } });
			const url = `${call.server.settings.PUBLIC_URL}${PAGES.sharedSetup.replace(':secret', secret)}`;
			return { data: { ...present(row, caller.account?.username ?? null), url } };
		},

		sharedSetupEnd: async (call) => {
			const { guildId, id } = call.input;
			if (
				(await working(call.knex, guildId)
					.where({ id: Number(id) })
					.delete()) === 0
			)
				throw notFound('A share link of this server with this id');
			call.audit({ target: `guild ${guildId}`, guildId, before: { shared: id } });
			return { data: { id } };
		},

		sharedSetup: async ({ knex, input: { secret } }) => {
			const row = await SharedSetup.query(knex)
				.findOne({ secretHash: hashToken(secret) })
				.where('expiresAt', '>', Date.now());
			if (!row) throw new CallError('not_found', 'This share link has ended, or never existed.');
			const guild = await knex('guilds').where({ guildId: row.guildId }).first('name');
			const { createdAt, expiresAt } = row;
			const links = JSON.parse(row.links) as SetupLine[];
			return { data: { guildName: guild?.name ?? '', createdAt, expiresAt, links } };
		},
	},
} satisfies Feature;

/** All but what a list does not show. */
const SHOWN = ['id', 'count', 'createdBy', 'createdAt', 'expiresAt'] as const;

/** The share links of a server that work: at most `LIMITS.sharedSetups`. */
function working(knex: Knex, guildId: string) {
	return SharedSetup.query(knex).where({ guildId }).where('expiresAt', '>', Date.now());
}

/** A server's links as any server can load them. */
async function setupOf(knex: Knex, guildId: string): Promise<SetupLine[]> {
	const links = await readLinks(knex, guildId);
	return setupLines(
		links.map((link) => ({ ...link, webhookId: link.discordId, options: loadOptions(link, { threadId: null }) })),
	);
}

function present({ id, count, createdAt, expiresAt }: SharedSetup, by: string | null) {
	return { id: String(id), by, links: count, createdAt, expiresAt };
}
