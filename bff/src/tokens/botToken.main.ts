/**
 * `npm run bot-token`: creates the token with which the bot calls the server, and prints it once, as a line for `.env`.
 */
import { checkMigrated, databaseOptions, describeFailure, openDatabase, User } from '@dropwire/db';
import { loadEnvFile, readArguments } from '@dropwire/domain/settings';
import { readServerSettings } from '../settings.ts';
import { makeBotToken } from './botToken.ts';

const USAGE = `Usage: npm run bot-token

Creates the token with which the bot calls the server, and prints it once, as a line for .env.`;

try {
	readArguments(USAGE, {});
	loadEnvFile();
	const settings = readServerSettings();
	const db = openDatabase(databaseOptions(settings));
	try {
		await checkMigrated(db);
		const admin = settings.ADMIN_DISCORD_IDS[0] ?? (await User.query(db.knex).findOne({ admin: true }))?.discordId;
		if (!admin) throw new Error('There is no admin in whose name the bot could act. Set ADMIN_DISCORD_IDS.');
		console.log(`BFF_TOKEN=${await makeBotToken(db, admin, 'bot')}`);
	} finally {
		await db.close();
	}
} catch (error) {
	console.error(`dropwire: ${describeFailure(error)}`);
	process.exitCode = 1;
}
