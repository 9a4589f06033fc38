import { Contact } from '../ui/Contact.tsx';
import { useUser } from '../ui/Guard.tsx';
import { ProductQuery } from './ProductQuery.tsx';
import { seesProducts } from './seesProducts.ts';

/** The product query of the client area, for premium clients. */
export default function ClientProducts() {
	if (seesProducts(useUser())) return <ProductQuery />;
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
