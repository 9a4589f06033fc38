import { SettingsError } from '@dropwire/domain/settings';

/** The error for a folder that cannot be created, read or written, with the setting that names it. */
export function folderError(setting: 'DATA_DIR' | 'DATABASE_URL', folder: string, error: unknown): SettingsError {
	const wanted = setting === 'DATA_DIR' ? 'a folder' : 'a file in a folder';
	const { code } = error as NodeJS.ErrnoException;
	return new SettingsError(
		`Invalid configuration: ${setting} must be ${wanted} that this user can write to, but ${folder} is not (${code})`,
	);
}
