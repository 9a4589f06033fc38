import { AuditRow, type Knex } from '@dropwire/db';
import { maskedWebhookId } from '@dropwire/domain';
import { type Caller, isBot } from './auth.ts';

/** The calls and consequences that are about a guild. Its managers read each as a sentence (guilds/changeText.ts). */
export type GuildAction =
	| 'botChannel'
	| 'botGuild'
	| 'botNoticeDone'
	| 'channelDelete'
	| 'channelInsert'
	| 'channelsDelete'
	| 'dropEventsSet'
	| 'grantAdd'
	| 'grantBegan'
	| 'grantEnd'
	| 'grantEnded'
	| 'guildPaused'
	| 'guildResumed'
	| 'guildSettingsEdit'
	| 'linkCancel'
	| 'linkDelete'
	| 'linkInsert'
	| 'personalChannelSet'
	| 'serverSetup'
	| 'sharedSetupCreate'
	| 'sharedSetupEnd'
	| 'subscriptionEdit'
	| 'webhookChange'
	| 'webhookDelete'
	| 'webhookEdit'
	| 'webhookInsert'
	| 'webhookRemove'
	| 'webhookReplace'
	| 'webhooksDelete';

/** What a write changed, for the audit log. Secrets must already be masked. */
export interface Change {
	target: string;
	/** Only of a `GuildAction`. */
	guildId?: undefined;
	/** The Discord id of the person who made the change, if the call has no caller yet. */
	actor?: string;
	before?: unknown;
	after?: unknown;
}

export interface GuildChange extends Omit<Change, 'guildId'> {
	/** The guild that the change is about; its dashboards are updated at once. */
	guildId?: string;
}

export type ChangeOf<Action extends string> = Action extends GuildAction ? GuildChange : Change;

/** A change with its action name in the audit log: the name of the call or of a consequence. */
export type AuditEntry = (Change & { action: string }) | (GuildChange & { action: GuildAction });

/** Limit of audit rows per call. One more row counts the changes beyond the limit. */
const MAX_ROWS = 200;

/** Writes audit log rows in the transaction of the changes. */
export async function writeAudit(
	knex: Knex,
	who: { caller: Caller | null; requestId: string | null },
	entries: readonly AuditEntry[],
): Promise<void> {
	const rows = entries.slice(0, MAX_ROWS);
	const [next, ...others] = entries.slice(MAX_ROWS);
	if (next) {
		const more = others.length + 1;
		rows.push({ action: next.action, target: `${more.toLocaleString('en')} more`, after: { changes: more } });
	}
	if (rows.length > 0) await knex(AuditRow.tableName).insert(rows.map((entry) => auditRow(who, entry)));
}

function auditRow(
	{ caller, requestId }: { caller: Caller | null; requestId: string | null },
	{ action, target, guildId, actor, before, after }: AuditEntry,
) {
	return {
		at: Date.now(),
		actor: actor ?? caller?.discordId ?? null,
		botOwner: caller?.botOwner ?? null,
		via: viaOf(caller),
		guildId: guildId ?? null,
		webhook: webhookIn(after) ?? webhookIn(before),
		action,
		target: target.slice(0, 255),
		before: before === undefined ? null : JSON.stringify(before),
		after: after === undefined ? null : JSON.stringify(after),
		requestId,
	};
}

/** The id of the webhook whose masked URL a state of a row has. */
function webhookIn(state: unknown): string | null {
	const mask = (state as { webhook?: unknown } | null | undefined)?.webhook;
	return typeof mask === 'string' ? maskedWebhookId(mask) : null;
}

/** How the caller was authenticated. */
export function viaOf(caller: Caller | null): AuditRow['via'] {
	return isBot(caller) ? 'bot' : (caller?.via ?? 'session');
}
