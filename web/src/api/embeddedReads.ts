import type { CallInput, Contract } from '@dropwire/contract';
import { provide, type Reads } from './useCall.ts';

interface EmbeddedRead {
	call: [name: Reads, input: CallInput<Contract[Reads]>];
	data: unknown;
}

/** Takes the data that the server has put into the document: `useCall` then renders with them and does not read them. */
export async function takeReads(): Promise<void> {
	const elements = [...document.querySelectorAll('script.read')];
	await Promise.all(
		elements.map((element) => {
			element.remove();
			const { call, data } = JSON.parse(element.textContent) as EmbeddedRead;
			return provide(...call, data);
		}),
	);
}
