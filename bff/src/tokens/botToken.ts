import { ApiToken, AuditRow, type Database } from '@dropwire/db';
import { hashToken } from '../http/auth.ts';
import { newToken } from './mint.ts';

/**
 * Creates the bot's token in an operator's name and replaces the previous bot token of that name.
 * @returns the token, which cannot be shown again
 */
export async function makeBotToken(db: Database, discordId: string, name: string): Promise<string> {
	const token = newToken();
	const at = Date.now();
	await db.transaction(async (trx) => {
		const replaced = await ApiToken.query(trx).where({ discordId, name, scopes: 'bot' }).delete();
		const row = { discordId, name, scopes: 'bot', tokenHash: hashToken(token), createdAt: at, expiresAt: null };
		const { id } = await ApiToken.query(trx).insert(row);
		const after = JSON.stringify({ name, scopes: ['bot'], replaced });
		await AuditRow.query(trx).insert({
			at,
			actor: discordId,
			via: 'shell',
			action: 'botToken',
			target: `token ${id}`,
			after,
		});
	});
	return token;
}
