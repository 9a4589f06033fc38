import { homedir } from 'node:os';
import { join } from 'node:path';

const { env, platform } = process;

/** The settings folder: `~/.config/dropwire` (XDG Base Directory), on Windows under `%APPDATA%`. */
export function configFolder(): string {
	if (platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'dropwire');
	return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'dropwire');
}

/** The cache folder: `~/.cache/dropwire`, on Windows under `%LOCALAPPDATA%`. */
export function cacheFolder(): string {
	if (platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'dropwire', 'cache');
	return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'dropwire');
}
