import { type Create, SNOWFLAKE } from '../../createTable.ts';

/** Accounts, the access list, and what people sign in with. */
export async function createPeople(create: Create): Promise<void> {
	// Every person who signed in at least once, including people who are not on the access list.
	await create('accounts', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('username', 100).notNullable();
		t.string('discriminator', 4).notNullable();
		t.string('avatar', 64);
		t.bigInteger('signedInAt').notNullable();
		// The person's language at Discord (`de`, `es-ES`), for messages that the bot writes to them.
		t.string('locale', 16);
	});

	// The access list.
	await create('users', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.boolean('admin').notNullable();
		t.bigInteger('createdAt').notNullable();
		t.string('createdBy', SNOWFLAKE);
		// The plan's name, as operators wrote it; null without a plan.
		t.string('plan', 64);
		// When access becomes read-only; null for never.
		t.bigInteger('expiresAt').index();
		// For operators only.
		t.string('note', 1000);
		// The latest request, accurate to the hour; null for never.
		t.bigInteger('lastSeenAt');
		// When the person was warned of `expiresAt`, and when the expiry was carried out; null again with another `expiresAt`.
		t.bigInteger('warnedAt');
		t.bigInteger('expiredAt');
	});

	await create('user_roles', (t) => {
		t.string('discordId', SNOWFLAKE).notNullable().references('users.discordId').onDelete('CASCADE');
		t.string('role', 16).notNullable();
		t.primary(['discordId', 'role']);
	});

	// The latest request for access of each person.
	await create('access_requests', (t) => {
		t.string('discordId', SNOWFLAKE).primary();
		t.string('note', 1000).notNullable();
		// `open` or `declined`.
		t.string('status', 16).notNullable();
		t.string('reason', 500);
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('decidedAt');
		t.index(['status', 'createdAt']);
	});

	await create('sessions', (t) => {
		t.string('idHash', 64).primary();
		t.string('discordId', SNOWFLAKE).index();
		t.text('sealed').notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
		// Shown to the session's owner: the browser, and the time of the latest use, accurate to the minute.
		t.bigInteger('usedAt').notNullable().defaultTo(0);
		t.string('userAgent', 255);
	});

	// No foreign key: admins from the settings are not on the access list, but also have tokens.
	await create('api_tokens', (t) => {
		t.bigIncrements('id');
		t.string('discordId', SNOWFLAKE).notNullable();
		t.string('name', 100).notNullable();
		t.string('tokenHash', 64).notNullable().unique();
		t.string('scopes', 100).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt');
		t.bigInteger('lastUsedAt');
		t.index(['discordId']);
	});

	// Sign-ins of the command line that wait for somebody who confirms their code in a browser.
	await create('device_signins', (t) => {
		t.bigIncrements('id');
		// SHA-256 of the secret that the command line polls with, and of the code that the user confirms.
		t.string('deviceHash', 64).notNullable().unique();
		t.string('codeHash', 64).notNullable().unique();
		t.string('name', 100).notNullable();
		t.bigInteger('createdAt').notNullable();
		t.bigInteger('expiresAt').notNullable().index();
		// The operator who decided, and the decision; null before it.
		t.string('discordId', SNOWFLAKE);
		t.boolean('allowed');
	});

	await create('audit', (t) => {
		t.bigIncrements('id');
		t.bigInteger('at').notNullable();
		t.string('actor', SNOWFLAKE);
		t.string('via', 16).notNullable();
		t.string('action', 64).notNullable();
		t.string('target', 255);
		t.text('before', 'mediumtext');
		t.text('after', 'mediumtext');
		t.string('requestId', 64);
		// The guild that the change is about; null for changes that are not about a guild.
		t.string('guildId', SNOWFLAKE);
		// The webhook that the change is about, by its id at Discord; null for other changes.
		t.string('webhook', SNOWFLAKE);
		// The operator whose bot token made the change in the name of the actor; null for other changes.
		t.string('botOwner', SNOWFLAKE);
		t.index(['at']);
		t.index(['actor', 'id']);
		t.index(['webhook'], 'audit_webhook_index');
	});
}
