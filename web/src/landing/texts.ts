/** What the product does, in four claims that hold (spec 1, section 1; docs/departures.md says where we claim less). */
export const FEATURES: readonly { title: string; text: string }[] = [
	{
		title: 'Unlimited product coverage',
		text: 'Put any SKU on the watch lists, old or new: every one is asked for in all 16 marketplaces, and no plan counts how many.',
	},
	{
		title: 'Frontend, back-end and launch data in real time',
		text: 'Status, price, sizes and launch dates are read where the shop itself reads them. A change is a message within milliseconds of being seen.',
	},
	{
		title: 'Stock per size',
		text: 'Each size with its stock level, and the exact count where the shop tells one. What came back, what sold out, what is low.',
	},
	{
		title: 'Tools',
		text: 'Product pictures by SKU with cropping, product data in every region, a free image fetcher, and a log that says what became of every message.',
	},
];

/** The five statuses of a product (spec 1, section 4). */
export const STATUSES: readonly { status: string; text: string }[] = [
	{ status: 'HOLD', text: 'Do not buy: the product is ready in the shop and withheld.' },
	{ status: 'INACTIVE', text: 'Loaded on the backend, pending a launch date.' },
	{ status: 'CANCEL', text: 'Cancelled by the retailer, for reasons that are not told.' },
	{ status: 'ACTIVE', text: 'The product page is visible on the frontend.' },
	{ status: 'CLOSEOUT', text: 'Backend only: there is no product page.' },
];
