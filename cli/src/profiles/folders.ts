import { homedir } from 'node:os';
import { join } from 'node:path';

const { env, platform } = process;

/** Where our settings are: `~/.config/dropwire` (XDG Base Directory), on Windows below `%APPDATA%`. */
export function configFolder(): string {
	if (platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'dropwire');
	return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'dropwire');
}

/** Where that stands which can be made again: `~/.cache/dropwire`, on Windows below `%LOCALAPPDATA%`. */
export function cacheFolder(): string {
	if (platform === 'win32' && env['LOCALAPPDATA']) return join(env['LOCALAPPDATA'], 'dropwire', 'cache');
	return join(env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'dropwire');
}
