import { PAGES, type Persona } from '@dropwire/contract';
import { Check } from 'lucide-react';

export const PERSONA_NAMES: Readonly<Record<Persona, string>> = {
	reseller: 'Reseller',
	server_admin: 'Server admin',
	editor: 'Editor',
};

const FOR_ALL = [
	'Price and stock of every product over time, with its restocks',
	'The latest restocks, price changes and launches on your home page',
	'All pictures of a SKU in full size',
	'The add-to-cart extension for your browser',
] as const;

/** What is there for each of them first. */
const FIRST: Readonly<Record<Persona, readonly string[]>> = {
	reseller: [
		'With Premium: any SKU, asked from the shops at that moment in every region',
		'With Premium: what resale markets pay, and what stores near you have',
	],
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
			<p>
				Without access you can <a href={PAGES.products}>search all products</a> and see their price and sizes as of the
				last check.
			</p>
		</section>
	);
}
