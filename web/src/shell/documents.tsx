import { type Contract, createClientOf, DASHBOARD_PAGES, PAGES } from '@dropwire/contract';
import { MantineProvider } from '@mantine/core';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { routes } from 'virtual:call-routes';
import { theme } from '../theme/mantine.ts';
import { callsOf, listsOf, type Read, USER } from './firstReads.ts';
import type { Section } from './section.ts';
import { FIRST_SECTION, SECTIONS } from './sections.tsx';
import { Waiting } from './Waiting.tsx';

/** The document of a page with a shell. */
export interface PageDocument {
	/** The page's path, as a pattern of React Router. */
	path: string;
	/** The document's name in the build. */
	file: string;
	/** The page's HTML before any script runs. */
	shell: string;
	/** The module that the page loads on demand, as a path in this package; null if the app itself contains the page. */
	source: string | null;
	/** Who sees the page, and can make its reads. */
	role: 'admin' | 'client';
	/** What the page reads first. Can contain the path's parameters, such as `:guildId`. */
	reads: readonly PageRead[];
	/** URLs of the long lists that the page reads next. */
	lists: readonly string[];
}

interface PageRead {
	url: string;
	/** The name of the call and its input, as JSON. */
	call: string;
}

/** The documents of all pages below /dashboard that have one, the most specific paths first. Called by the build. */
export async function documents(): Promise<PageDocument[]> {
	return [...(await operatorPages()), ...(await clientPages())];
}

async function operatorPages(): Promise<PageDocument[]> {
	const pageOf = async (section: Section, below: string): Promise<PageDocument> => ({
		path: pathOf(below),
		file: `documents/${below.replaceAll('/', '-')}.html`,
		shell: shellAt(pathOf(`settings/${section.id}`)),
		source: sourceOf(section),
		role: 'admin',
		reads: await Promise.all([read(USER), ...callsOf(section.id).map(read)]),
		lists: await Promise.all(listsOf(section.id).map(async (list) => (await read(list)).url)),
	});
	// The console's address without a section opens the first one.
	const first = SECTIONS.filter(({ id }) => id === FIRST_SECTION);
	const pages = first.map((section) => pageOf(section, DASHBOARD_PAGES.settings));
	return Promise.all([...pages, ...SECTIONS.map((section) => pageOf(section, `settings/${section.id}`))]);
}

async function clientPages(): Promise<PageDocument[]> {
	const common: Read[] = [USER, { name: 'pulse', input: {} }];
	const states: Read = { name: 'guildStates', input: {} };
	const guilds: Read[] = [...common, { name: 'guildList', input: {} }, states];
	const guild: Read[] = [...guilds, { name: 'channelList', input: { guildId: ':guildId' } }];
	const server: Read[] = [...guild, { name: 'linkList', input: { guildId: ':guildId' } }];
	const pages = [
		{ below: 'admin', source: null, reads: guilds },
		{ below: 'admin/:guildId', source: 'src/guilds/ServerPage.tsx', reads: server },
		{ below: 'admin/:guildId/deliveries', source: 'src/deliveries/GuildDeliveries.tsx', reads: guilds },
		{ below: 'admin/:guildId/:channelId', source: 'src/webhooks/WebhookTab.tsx', reads: guild },
		{ below: DASHBOARD_PAGES.client, source: 'src/shell/ClientArea.tsx', reads: common },
		{ below: DASHBOARD_PAGES.clientScreen, source: 'src/shell/ClientArea.tsx', reads: common },
	];
	return Promise.all(
		pages.map(async ({ below, source, reads }) => ({
			path: pathOf(below),
			file: `documents/${below.replaceAll(/\W+/g, '-')}.html`,
			shell: shellAt(pathOf(below)),
			source,
			role: 'client' as const,
			reads: await Promise.all(reads.map(read)),
			lists: [],
		})),
	);
}

function pathOf(below: string): string {
	return PAGES.dashboard.replace('*', below);
}

function shellAt(path: string): string {
	return renderToString(
		<MantineProvider theme={theme} defaultColorScheme="auto">
			<StaticRouter location={path}>
				<Waiting />
			</StaticRouter>
		</MantineProvider>,
	);
}

/** A read with its URL, exactly as the page would request it. */
async function read({ name, input }: Read): Promise<PageRead> {
	const requested: string[] = [];
	const client = createClientOf<Contract>(routes, {
		fetch: (address) => {
			requested.push(String(address));
			return Promise.resolve(Response.json({}));
		},
	});
	await (client[name as keyof typeof client] as (input: unknown) => Promise<unknown>)(input);
	return { url: requested.join('').replaceAll('%3A', ':'), call: JSON.stringify([name, input]) };
}

/** The module that a section's `load` imports. Vite writes it into the function as a path of this package. */
function sourceOf({ id, load }: Section): string {
	const [, path] = /import(?:__)?\(\s*["']\/(src\/[^"']+)["']/.exec(load.toString()) ?? [];
	if (!path) throw new Error(`The section ${id} does not import a module.`);
	return path;
}
