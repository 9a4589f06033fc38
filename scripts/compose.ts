/** Reads docker-compose.yml as `docker compose` does, for scripts and tests that run its services without Docker. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

export interface ComposeService {
	image: string;
	user?: string;
	command?: string | string[];
	env_file?: string;
	environment?: Record<string, string>;
	ports?: string[];
	networks?: string[];
	secrets?: string[];
	profiles?: string[];
	stop_grace_period?: string;
	read_only?: boolean;
	cap_drop?: string[];
	security_opt?: string[];
	mem_limit?: string;
	cpus?: number | string;
	pids_limit?: number;
	healthcheck?: { test: string[] };
	logging?: { driver: string; options: Record<string, string> };
	depends_on?: Record<string, { condition: string }>;
}

export interface Compose {
	services: Record<string, ComposeService>;
	networks: Record<string, { internal?: boolean }>;
}

/** All services and networks, with the YAML anchors merged and the variables not yet replaced. */
export function readCompose(): Compose {
	const file = join(import.meta.dirname, '../docker-compose.yml');
	return parse(readFileSync(file, 'utf8'), { merge: true }) as Compose;
}

/**
 * The environment of a service's container.
 * @param dotenv the variables in `.env`
 * @throws Error with the name of a variable that `.env` must set
 */
export function environmentOf(service: string, dotenv: Record<string, string>): Record<string, string> {
	const { env_file: envFile, environment = {} } = serviceOf(service);
	const own = Object.entries(environment).map(([name, value]) => [name, interpolate(value, dotenv)]);
	return { ...(envFile === '.env' && dotenv), ...(Object.fromEntries(own) as Record<string, string>) };
}

/** A service's command as a list of words. */
export function commandOf(service: string): string[] {
	const { command } = serviceOf(service);
	if (!Array.isArray(command)) throw new Error(`docker-compose.yml: ${service} has no command as a list.`);
	return command;
}

function serviceOf(name: string): ComposeService {
	const service = readCompose().services[name];
	if (!service) throw new Error(`docker-compose.yml has no service ${name}.`);
	return service;
}

/** Replaces the variable forms of https://docs.docker.com/reference/compose-file/interpolation that our file uses. */
function interpolate(text: string, values: Record<string, string>): string {
	return text.replaceAll(
		/\$(?:(\$)|\{(\w+)(?::(-|\?|\+)([^}]*))?\})/g,
		(_, dollar: string | undefined, name = '', kind = '', rest = '') => {
			if (dollar) return '$';
			if (values[name as string]) return kind === '+' ? (rest as string) : (values[name as string] as string);
			if (kind === '?') throw new Error(`docker-compose.yml: ${rest}`);
			return kind === '-' ? (rest as string) : '';
		},
	);
}
