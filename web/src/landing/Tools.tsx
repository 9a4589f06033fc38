import { Calculator, Images, ShoppingCart, Store, Table2 } from 'lucide-react';

const TOOLS = [
	{
		icon: Images,
		title: 'Product pictures',
		text: 'All pictures of a SKU in full size, from several sources. Crop them to one ratio, set background and padding, and download them at once.',
		href: '/freefetcher',
		link: 'Try the free fetcher',
	},
	{
		icon: Table2,
		title: 'Product query',
		text: 'Up to ten SKUs at once in every region: price, launch date, sizes, description and pictures, straight from the data behind the shop. For premium members.',
		href: '/dashboard/client/products',
		link: 'Open the product query',
	},
	{
		icon: Calculator,
		title: 'Resale payouts',
		text: 'What StockX, GOAT and eBay pay after their fees, and your profit. The calculator is free; premium members see asks and bids per size, from eBay and external monitors.',
		href: '/payout',
		link: 'Open the calculator',
	},
	{
		icon: Store,
		title: 'In-store stock',
		text: 'What Nike’s own stores within 100 km of your city or postal code have, with the stock level per size. For premium members.',
		href: '/dashboard/client/stores',
		link: 'Check stores',
	},
	{
		icon: ShoppingCart,
		title: 'Add-to-cart extension',
		text: 'Opens a product from a link, selects your size and presses the shop’s button. Works on nike.com in Chrome and Edge.',
		href: '/userportal/accesstoken',
		link: 'Get the extension',
	},
] as const;

export function Tools() {
	return (
		<section id="tools" className="part">
			<h2>Tools that come with it</h2>
			<ul className="tools">
				{TOOLS.map(({ icon: Icon, title, text, href, link }) => (
					<li key={title} className="card">
						<Icon size={24} aria-hidden="true" />
						<h3>{title}</h3>
						<p>{text}</p>
						<a href={href}>{link}</a>
					</li>
				))}
			</ul>
		</section>
	);
}
