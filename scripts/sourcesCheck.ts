/**
 * `npm run sources:check`, optionally with the names of sources: asks each one for a product that its shop has sold for
 * long, at the address that is set, and prints what it reads or why it reads nothing. Needs no server and no database.
 */
import { loadEnvFile, readArguments, readSettings, SettingsError } from '@dropwire/domain/settings';
import { createSourceChecker, openSources, retailSettings, withShopUrls } from '@dropwire/retailers';
import { checkLines, exitOfChecks } from '../cli/src/sources/checkLines.ts';

const USAGE = `Usage: npm run sources:check [-- NAME …]

Asks each source, or the named ones, for a product that its shop has sold for long, and prints what it reads.`;

try {
	const { positionals } = readArguments(USAGE, {}, { allowPositionals: true });
	loadEnvFile();
	const settings = readSettings(retailSettings, withShopUrls());
	const sources = openSources(settings);
	try {
		const checker = createSourceChecker(sources, settings);
		const names = positionals.map((name) => name.toUpperCase());
		const unknown = names.find((name) => !checker.names.includes(name));
		if (unknown) throw new SettingsError(`Source "${unknown}" does not exist. Sources: ${checker.names.join(', ')}`);
		const checks = await checker.check(names.length > 0 ? names : undefined);
		console.log(checks.flatMap(checkLines).join('\n'));
		process.exitCode = exitOfChecks(checks);
	} finally {
		await Promise.all(sources.map((source) => source.close()));
	}
} catch (error) {
	if (!(error instanceof SettingsError)) throw error;
	console.error(`dropwire: ${error.message}`);
	process.exitCode = 1;
}
