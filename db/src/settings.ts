import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { SettingsError } from '@dropwire/domain/settings';
import { z } from 'zod';
import type { OpenOptions } from './connection/open.ts';
import { generatedSecretKey, readSecretKey, SHORTEST_KEY } from './secrets/secretKey.ts';

const TOO_SHORT = `must have ${SHORTEST_KEY} characters or more`;

/** The settings of the database, shared by every process that opens it. */
export const databaseSettings = {
	DATABASE_URL: z
		.string()
		.superRefine((url, context) => {
			const problem = problemOf(url);
			if (problem !== null) context.addIssue(problem);
		})
		.optional()
		.meta({
			description:
				'`mysql://user:password@host:port/name` (MySQL 8, MariaDB 10.6 or later), or `sqlite:path`; without it, SQLite in DATA_DIR. `?ssl=true` after the name encrypts the connection, and `&sslCa=path` names the authority of the server, in PEM',
		}),
	DATA_DIR: z.string().default('.data').meta({
		description:
			'Folder of the embedded database, the generated secret, and the journal of sent messages that the engines of one machine share',
	}),
	SECRET_KEY: z.string().min(SHORTEST_KEY, TOO_SHORT).optional().meta({
		description:
			'Signs cookies and encrypts webhook URLs and tokens; generated into DATA_DIR when unset, required in production',
	}),
	SECRET_KEY_PREVIOUS: z.string().min(SHORTEST_KEY, TOO_SHORT).optional().meta({
		description:
			'The key before SECRET_KEY, still accepted for reading; until `npm run rotate-key` says that it can go',
	}),
};

type DatabaseSettings = z.output<z.ZodObject<typeof databaseSettings>>;

const FORM = 'must be mysql://user:password@host:port/name or sqlite:path';

/** Why a DATABASE_URL cannot be used; null if it can. The text never contains the password. */
function problemOf(url: string): string | null {
	if (url.startsWith('sqlite:')) return null;
	if (!url.startsWith('mysql://')) return FORM;
	const address = URL.parse(url);
	const [, password, rest] = /^mysql:\/\/(.*@)?(.*)$/.exec(url) ?? [];
	if (!address?.hostname || /[/?#]/.test(password ?? '') || !isEncoded(password ?? '')) {
		return `${FORM}; in the user and the password write / as %2F, ? as %3F, # as %23 and % as %25`;
	}
	const wrong = rest?.includes('#') ? "must not have a # after the database's name" : optionProblem(address);
	if (wrong !== null) return wrong;
	const name = address.pathname.slice(1);
	if (name === '') return "must end with the database's name, as in mysql://user:password@host:port/name";
	// The database's programs take the name as an argument, and would take it for an option with - at its beginning.
	return /^[\w$][\w$-]*$/.test(name) ? null : 'must have a database name of letters, digits, _, $ and -';
}

const OPTIONS = ['ssl', 'sslCa'];

/** Why the options after the name cannot be used; null if they can. */
function optionProblem({ searchParams: options, hostname }: URL): string | null {
	const unknown = [...options.keys()].find((name) => !OPTIONS.includes(name));
	if (unknown !== undefined)
		return `has the unknown option ${unknown}: after the database's name, ?ssl=true and &sslCa=path are possible`;
	const [ssl, sslCa] = OPTIONS.map((name) => options.get(name));
	if (ssl != null && ssl !== 'true' && ssl !== 'false') return `has ssl=${ssl}: it must be true or false`;
	if (ssl !== 'true') return sslCa == null ? null : 'has sslCa without ssl=true';
	// The driver cannot compare an IP address with the certificate.
	if (isIP(hostname.replace(/^\[|\]$/g, '')))
		return `must name the host as the server's certificate does, not by the address ${hostname}, with ssl=true`;
	return sslCa == null ? null : certificateProblem(sslCa);
}

function certificateProblem(file: string): string | null {
	try {
		// Of several, the first.
		void new X509Certificate(readFileSync(file));
		return null;
	} catch (error) {
		const { code, syscall } = error as NodeJS.ErrnoException;
		return `has sslCa=${file}, which ${syscall ? `cannot be read (${code})` : 'has no certificate in PEM'}`;
	}
}

function isEncoded(text: string): boolean {
	try {
		decodeURIComponent(text);
		return true;
	} catch {
		return false;
	}
}

/** Converts the settings to the options of `openDatabase`. */
export function databaseOptions(settings: DatabaseSettings): OpenOptions {
	return {
		url: settings.DATABASE_URL,
		dataDir: settings.DATA_DIR,
		secretKey: settings.SECRET_KEY ?? generatedSecretKey(settings.DATA_DIR),
		previousSecretKey: settings.SECRET_KEY_PREVIOUS,
	};
}

/**
 * `databaseOptions` for commands on existing data, which a newly generated key would not open.
 * @throws SettingsError when there is no key
 */
export function existingDatabaseOptions(settings: DatabaseSettings): OpenOptions {
	const secretKey = settings.SECRET_KEY ?? readSecretKey(settings.DATA_DIR);
	if (secretKey === null) {
		throw new SettingsError(
			`SECRET_KEY is not set, and ${settings.DATA_DIR} has no generated one (secret.key). Set it to the key of the servers ` +
				'and engines.',
		);
	}
	return databaseOptions({ ...settings, SECRET_KEY: secretKey });
}
