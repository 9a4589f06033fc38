import { NavLink, Navigate, useParams } from 'react-router-dom';
import { SkuImages } from '../images/pages.tsx';
import { ProductQuery } from '../products/ProductQuery.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Frame } from './Frame.tsx';
import { useUser } from './Guard.tsx';
import { NothingHere } from './NotFound.tsx';
import { seesProducts } from './sections.tsx';
import { Title } from './Title.tsx';

const SCREENS = {
	images: { title: 'SKU images', Screen: SkuImages },
	products: { title: 'Product Query', Screen: ProductQuery },
} as const;

/** The settings of users who are not operators: image search, and the product query for premium clients. */
export default function ClientArea() {
	const { screen = 'images' } = useParams();
	const products = seesProducts(useUser());
	if (screen === 'products' && !products) return <Navigate to="/dashboard/client" replace />;
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
					<found.Screen />
				</ErrorBoundary>
			) : (
				<NothingHere />
			)}
		</Frame>
	);
}
