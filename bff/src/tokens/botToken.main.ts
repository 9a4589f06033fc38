/** `npm run bot-token`: makes the token with which the bot calls the server, and prints it once, as a line for `.env`. */
import { loadEnvFile, openDatabase, User } from '@dropwire/db';
import { readServerSettings } from '../settings.ts';
import { makeBotToken } from './botToken.ts';

try {
	loadEnvFile();
	const { DATABASE_URL: url, DATA_DIR: dataDir, SECRET_KEY: secretKey, ADMIN_DISCORD_IDS } = readServerSettings();
	const db = openDatabase({ url, dataDir, secretKey });
	try {
		const admin = ADMIN_DISCORD_IDS[0] ?? (await User.query(db.knex).findOne({ admin: true }))?.discordId;
		if (!admin) throw new Error('There is no admin in whose name the bot could act. Set ADMIN_DISCORD_IDS.');
		console.log(`BFF_TOKEN=${await makeBotToken(db, admin, 'bot')}`);
	} finally {
		await db.close();
	}
} catch (error) {
	console.error(`dropwire: ${(error as Error).message.split('\n')[0]}`);
	process.exitCode = 1;
}
