import type { CallOutput, Contract, Pulse } from '@dropwire/contract';
import type { LucideIcon } from 'lucide-react';
import { type ComponentType, createContext, useContext, useMemo } from 'react';
import type { User } from '../ui/Guard.tsx';
import type { Lazy } from '../ui/lazily.tsx';

/** The groups of the console's menu, in their order. */
const GROUPS = ['Now', 'Webhooks', 'Watch lists', 'Send', 'Tools', 'Admin'] as const;

/** The entries of everybody's menu, in their order. */
const ENTRIES = [
	'Home',
	'Servers',
	'Products',
	'Releases',
	'Watches',
	'SKU images',
	'Extension',
	'Account',
	'Request access',
] as const;

/** What the menu counts. */
export type Counts = CallOutput<Contract['operatorCounts']>;

/** A section of the console: an entry of its menu, and a screen. */
export interface Section extends Lazy {
	/** The content id in the address. */
	id: string;
	group: (typeof GROUPS)[number];
	label: string;
	/** What the section is, where its label does not say it. */
	alias?: string;
	/** Other names by which it is found. */
	names?: string;
	/** The heading of its screen, where it is not the label. */
	heading?: string;
	icon: LucideIcon;
	/** The number of its webhooks, and how many of them fail. */
	webhooks?(counts: Counts): { webhooks: number; failing: number };
	/** The number of requests that are open in it. */
	requests?(counts: Counts): number;
}

/** A page outside the dashboard. */
export interface Page {
	/** A pattern of React Router. */
	path: string;
	screen: ComponentType;
}

/** A page below /dashboard/ with its frame, for all users. */
export interface DashboardPage extends Page {
	/** Where the page starts. */
	address: string;
	/** Its heading. */
	label: string;
	lead?: string;
}

/** A page outside the dashboard with its frame. */
export interface FramedPage extends Page {
	/** Whether members without access can open it, too. */
	members?: boolean;
}

/** Whom an entry of a menu is for: people with access unless it says otherwise. */
type Audience = 'access' | 'operators' | 'members' | 'everyone';

/** Whether a user sees an entry. Before the user is known, those with access are expected. */
export function isFor(audience: Audience = 'access', user: User | null): boolean {
	if (audience === 'everyone') return true;
	if (audience === 'operators') return user?.roles.includes('admin') ?? false;
	return (audience === 'access') === (user?.hasAccess ?? true);
}

/** An entry of everybody's menu. */
export interface MenuEntry {
	label: (typeof ENTRIES)[number];
	path: string;
	icon: LucideIcon;
	/** Whether pages below its path have entries of their own. */
	end?: boolean;
	for?: Audience;
}

/** A page of the console that is no section. */
export interface ConsolePage extends Lazy {
	path: string;
	/** The section that it belongs to. */
	within?: string;
}

/** A screen of the client area. The first one is at the area's own address. */
export interface ClientScreen extends Page {
	title: string;
}

/** What the palette has for the typed text. */
export interface Found extends CallOutput<Contract['find']> {
	/** The text in lower case, without the verb. */
	text: string;
	/** The word that the text begins with, if it is one of a feature's `verbs`. */
	verb: string | null;
}

/** A line of the palette: a place to open, after an action if it has one. */
export interface FoundLine {
	id: string;
	group: string;
	label: string;
	description?: string;
	/** Other words by which it is found. */
	names?: string;
	path: string;
	/** Runs before the place is opened. @throws ApiError, whose message the palette shows */
	run?(): Promise<unknown>;
}

/** An entry of the account menu. */
export interface AccountEntry {
	label: string;
	path: string;
	for?: Audience;
}

/** What a feature adds to the app. The shell shows it, and knows no feature. */
export interface Feature {
	sections?: readonly Section[];
	pages?: readonly Page[];
	dashboardPages?: readonly DashboardPage[];
	framedPages?: readonly FramedPage[];
	consolePages?: readonly ConsolePage[];
	clientScreens?: readonly ClientScreen[];
	/** In everybody's menu. */
	entry?: MenuEntry;
	account?: readonly AccountEntry[];
	/** The lines of the palette for what the server found. */
	find?(found: Found): FoundLine[];
	/** Words that begin a text of the palette and say what to do with what is found. */
	verbs?: readonly string[];
	/** Things to do that the palette always offers. */
	actions?: readonly Omit<FoundLine, 'group' | 'run'>[];
	/** A part of the status line. */
	Status?: ComponentType<{ pulse: Pulse }>;
	/** A line above every screen. */
	Banner?: ComponentType;
	/** A panel that outlives the screen that opened it. */
	Panel?: ComponentType;
}

/** The features of the app, in the order in which their entries are shown. */
export const FeaturesContext = createContext<readonly Feature[]>([]);

/** All features. */
export function useFeatures(): readonly Feature[] {
	return useContext(FeaturesContext);
}

/** The entries of everybody's menu, in their order. */
export function entriesOf(features: readonly Feature[]): MenuEntry[] {
	const entries = features.flatMap(({ entry }) => entry ?? []);
	return entries.toSorted((a, b) => ENTRIES.indexOf(a.label) - ENTRIES.indexOf(b.label));
}

/** A part of the console's menu that can be folded. */
export interface SectionGroup {
	name: string;
	sections: readonly Section[];
}

/** The console's menu. */
export function groupsOf(features: readonly Feature[]): SectionGroup[] {
	const sections = features.flatMap((feature) => feature.sections ?? []);
	return GROUPS.map((name) => ({ name, sections: sections.filter(({ group }) => group === name) }));
}

/** The console's sections in menu order. */
export function useSections(): readonly Section[] {
	const features = useFeatures();
	return useMemo(() => groupsOf(features).flatMap(({ sections }) => sections), [features]);
}

/** Whether one of a section's names contains a text in lower case. */
export function isNamed({ label, alias, names, heading }: Section, wanted: string): boolean {
	return [label, alias, names, heading].some((name) => name?.toLowerCase().includes(wanted));
}
