import type { Persona } from '@dropwire/contract';
import { Check } from 'lucide-react';

export const PERSONA_NAMES: Readonly<Record<Persona, string>> = {
	reseller: 'Reseller',
	server_admin: 'Server admin',
	editor: 'Editor',
};

const FOR_ALL = [
	'The latest restocks, price changes and launches on your home page',
	'All pictures of a SKU in full size',
	'The add-to-cart extension for your browser',
] as const;

/** What is there for each of them first. */
const FIRST: Readonly<Record<Persona, readonly string[]>> = {
	reseller: ['With Premium: status, price and sizes of a product in every region'],
	server_admin: [
		'Messages in your own Discord server: brands, regions and kinds of change, a channel for each',
		'Filters per channel: sizes, prices, keywords, quiet hours, roles to mention',
	],
	editor: ['With the role Editor: crop to one ratio, set background and padding, download all pictures at once'],
};

/** What a person gets, that of their kind first. @param persona null while it is not known: all of it */
export function Benefits({ persona }: { persona: Persona | null }) {
	const first = persona === null ? [...FIRST.server_admin, ...FIRST.reseller, ...FIRST.editor] : FIRST[persona];
	return (
		<section className="card request-benefits" aria-labelledby="benefits">
			<h2 id="benefits">What you get</h2>
			<ul>
				{[...first, ...FOR_ALL].map((text) => (
					<li key={text}>
						<Check size={16} aria-hidden="true" /> {text}
					</li>
				))}
			</ul>
		</section>
	);
}
