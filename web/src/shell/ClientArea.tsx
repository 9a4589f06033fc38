import { NavLink, useParams } from 'react-router-dom';
import { SkuImages } from '../images/pages.tsx';
import { ProductQuery } from '../products/ProductQuery.tsx';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import { Contact } from '../access/ExpiryBanner.tsx';
import { Frame } from './Frame.tsx';
import { useUser } from '../ui/Guard.tsx';
import { NothingHere } from '../ui/NotFound.tsx';
import { seesProducts } from './sections.tsx';
import { Title } from '../ui/Title.tsx';

const SCREENS = {
	images: { title: 'SKU images', Screen: SkuImages },
	products: { title: 'Product Query', Screen: ProductQuery },
} as const;

/** The settings of users who are not operators: image search, and the product query for premium clients. */
export default function ClientArea() {
	const { screen = 'images' } = useParams();
	const products = seesProducts(useUser());
	const found = Object.hasOwn(SCREENS, screen) ? SCREENS[screen as keyof typeof SCREENS] : null;
	const menu = (
		<nav aria-label="Sections">
			<ul>
				<li>
					<NavLink to="/dashboard/client" end>
						SKU images
					</NavLink>
				</li>
				{products && (
					<li>
						<NavLink to="/dashboard/client/products">Product Query</NavLink>
					</li>
				)}
				<li>
					<NavLink to="/dashboard/admin">Servers</NavLink>
				</li>
			</ul>
		</nav>
	);
	return (
		<Frame menu={menu}>
			{found ? (
				<ErrorBoundary framed key={screen}>
					<Title of={found.title} />
					{found === SCREENS.products && !products ? <PremiumOnly /> : <found.Screen />}
				</ErrorBoundary>
			) : (
				<NothingHere />
			)}
		</Frame>
	);
}

/** The product query's page for clients who do not have it. */
function PremiumOnly() {
	return (
		<>
			<div className="page-head">
				<h1>Search Product</h1>
			</div>
			<div className="state">
				<span>
					The product query is for premium members. To become one, ask an operator. <Contact />
				</span>
			</div>
		</>
	);
}
