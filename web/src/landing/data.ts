import type { CallOutput, Contract, PublicStatus, Site } from '@dropwire/contract';

/** The parts of Discord's webhook body that the page shows (Discord's documentation, "Execute Webhook"). */
export interface MessageBody {
	username: string;
	embeds: readonly {
		title: string;
		description?: string;
		color: number;
		fields: readonly { name: string; value: string; inline?: boolean }[];
		thumbnail?: { url: string };
		footer: { text: string };
	}[];
}

/** A recorded message, as the engine composes it. */
export interface SampleMessage {
	/** From the change that was seen to Discord's confirmation, ms. */
	delayMs: number;
	body: MessageBody;
}

/** What a page is rendered from, on the server and again in the browser. */
export interface PageData {
	page: 'landing' | 'status' | 'payout' | 'releases';
	site: Site;
	status: PublicStatus;
	/** Of the landing page only. */
	messages: readonly SampleMessage[];
	/** The search part of the address, as far as the page depends on it. */
	search: string;
	/** Of the release calendar only: its first page; null if the server could not read it. */
	releases: CallOutput<Contract['releases']> | null;
}

/** The data in the document; null if it was not rendered by the server, as in the development server's. */
export function embeddedData(): PageData | null {
	const text = document.getElementById('data')?.textContent;
	return text ? (JSON.parse(text) as PageData) : null;
}
