/**
 * Finds words that are not the plain technical English of docs/dictionary.md, and words about the past, in names,
 * comments, texts and docs. `npm run english` checks all files; folders or files as arguments limit the check to them.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * Patterns to find, each with its replacement. They ignore letter case, and without `\b` they also match in
 * identifiers.
 */
const WORDS: readonly [RegExp, string][] = [
	[/\b(stands?|stood)\b(?! for\b)|Stands\b|\bstanding\b/i, 'exists, is, the current …'],
	[/\bso many\b|\bat most so\b/i, 'the number and its unit'],
	[/\bof ours\b|\bour own\b/i, 'our …, Dropwire’s …'],
	[/\banew\b|\bafresh\b/i, 'again'],
	[/\b(told|tells?|telling)\b/i, 'reports, shows, sends, passes, says (the concrete verb)'],
	[/\bsays so\b/i, 'reports that …'],
	[/\bhand(s|ed|ing)? in\b|\bhandIn\b/, 'submits, ingests'],
	[/\bmeanwhile\b/i, 'in the meantime, while …, concurrently'],
	[/\bby itself\b|\bby themselves\b/i, 'automatically, in the background'],
	[/\ba look\b|\blook(s|ed|ing)? at\b/i, 'a check, polls, fetches, compares'],
	// Shops call a queue before a sale a waiting room.
	[/(?<!waiting )\brooms?\b/i, 'package'],
	[/\bhouses?\b|House(?![a-z])|(?<!Math\.)\bfloors?\b|\bdesks?\b|\broads?\b/, 'test server, fixture'],
	[/\bworlds?\b(?!wide)/i, 'fixture, data set'],
	[/\bwho may\b|\bwho has\b|\bwho knows\b|\bnobody else who\b/i, 'users who can …, anyone with …'],
	// `refusal` is a field of the contract's link test.
	[
		/\bwhat (is|was|were) (refused|asked|meant|done|taken)\b|(?<!\.)\brefusals?\b(?!:)/i,
		'rejected rows, the error, the request',
	],
	[/\bat the (most|least)\b|\bfor the rest\b/i, 'at most, at least'],
	[/\bhangs? on\b/i, 'depends on'],
	[/\bKnown[A-Z]\w*|\bknown\.ts\b/, '…Cache'],
	[/\bfares?\b/i, 'health, state'],
	[/\bin vain\b/i, 'fails'],
	[/\btaken? back\b/i, 'undone, cancelled'],
	[/\bdid not work\b/i, 'Could not …'],
	[/\bwrong setting/i, 'Invalid configuration'],
	[/\bno(body|thing) (is|was) (there|here)\b/i, 'none exist, empty'],
	// History is in git: texts, comments and documents describe the present.
	[/\b(previously|formerly|anymore)\b/i, 'the present: what is'],
	[/(?<!\b(is|are|be|been|being|was|were|token|not|only),? )\bused to (?!\w+ing\b)/, 'the present: what is'],
	[/\b(until|since|before) 20\d\d-\d\d-\d\d\b/i, 'the present: what is, without a date'],
];

/** Files that quote other text: the specification, other people's data, and this list. */
const EXCEPT =
	/^(scripts\/english\.(ts|test\.ts)|docs\/(performance\.md|screens\/)|packages\/(sandbox\/recordings|retailers\/corpus\/pages)\/|.*\.(svg|json|png|lock))/;
const CHECKED = /\.(ts|tsx|mjs|css|html|md|yml|template|example)$/;

export interface Finding {
	file: string;
	line: number;
	text: string;
	instead: string;
}

/** @param paths folders or files relative to the root; if empty, the whole repository */
export function findings(paths: readonly string[] = []): Finding[] {
	const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...paths], {
		cwd: root,
		encoding: 'utf8',
	})
		.split('\n')
		.filter((file) => CHECKED.test(file) && !EXCEPT.test(file));
	return files.flatMap((file) =>
		readFileSync(join(root, file), 'utf8')
			.split('\n')
			.flatMap((text, index) =>
				WORDS.filter(([pattern]) => pattern.test(text)).map(([, instead]) => ({
					file,
					line: index + 1,
					text: text.trim(),
					instead,
				})),
			),
	);
}

if (import.meta.main) {
	const found = findings(process.argv.slice(2));
	for (const { file, line, text, instead } of found)
		console.log(`${file}:${line}: ${text.slice(0, 120)}  → ${instead}`);
	console.log(found.length === 0 ? 'English: fine.' : `English: ${found.length} findings.`);
	process.exitCode = found.length === 0 ? 0 : 1;
}
