import { AskForRole } from '../requestAccess/AskForRole.tsx';
import { useUser } from '../ui/Guard.tsx';
import { Wall } from '../ui/Wall.tsx';
import { ExampleTable } from './ExampleTable.tsx';
import { ProductQuery } from './ProductQuery.tsx';
import { seesProducts } from './seesProducts.ts';

/** The product query of the client area, for premium clients; others see what it has, and can ask for it. */
export default function ClientProducts() {
	if (seesProducts(useUser())) return <ProductQuery />;
	return (
		<Wall
			title="Search Product"
			text="The product query asks the shop for a product in every region at once. It needs Premium."
			has={[
				'Status, price, launch and stock of up to ten SKUs in every region',
				'Prices in your currency, and what differs from the US',
				'Pictures and every field that the shop states, per region',
				'Export as CSV',
			]}
			sample={<ExampleTable />}
			caption="An example with made-up figures."
		>
			<AskForRole wanted="premium" />
		</Wall>
	);
}
