import { type Feature, given } from '../command.ts';
import { list, show } from '../contractCommand.ts';
import { dateTime } from '../terminal/time.ts';

export const shortener: Feature = [
	show({
		name: 'shorten',
		text: 'Create two short URLs for a URL, each with its own click counter.',
		args: [['<url>', 'the long URL']],
		call: 'urlShorten',
		input: ([originalUrl]) => ({ originalUrl }),
		lines: ({ shortUrl, secondShortUrl }) => [shortUrl, secondShortUrl],
	}),
	list({
		name: 'short-urls',
		text: 'List the short URLs with their clicks, newest first.',
		options: [['--search <text>', 'only with this text in the long URL, or this slug']],
		call: 'shortUrls',
		paged: true,
		input: (_, { search }: { search?: string }) => given({ text: search }),
		empty: ['No short URLs yet. Create one: dropwire shorten URL', 'No short URLs match.'],
		columns: [
			{ title: 'SHORT URL', of: (row) => row.shortUrl },
			{ title: 'CLICKS', of: (row) => String(row.clicks), right: true, drops: 3 },
			{ title: 'CREATED', of: (row) => dateTime(row.createdAt), drops: 1 },
			{ title: 'URL', of: (row) => row.originalUrl, shrinks: true, drops: 2 },
		],
	}),
];
