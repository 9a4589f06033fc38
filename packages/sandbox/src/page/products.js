// The form that changes the products of the sandbox's shops.

/** Pieces of a size after a restock. */
const RESTOCKED = 5;

/** Fills the form, and changes a product when one of its buttons is clicked. */
export async function productForm(form, { node, control, note }) {
	const { shop, sku, size, price, status } = form.elements;
	let shops = [];
	const current = () => shops.find(({ id }) => id === shop.value);
	const product = () => current().products.find((one) => one.sku === sku.value);
	const options = (select, entries) =>
		select.replaceChildren(...entries.map(([value, text]) => node('option', { value }, text)));

	async function load() {
		shops = await (await fetch('/page/shops')).json();
	}

	function showShop() {
		options(
			sku,
			current().products.map((one) => [one.sku, `${one.sku} · ${one.title}`]),
		);
		form.querySelector('.nike').hidden = shop.value !== 'nike';
		showProduct();
	}

	function showProduct() {
		const { sizes, currentPrice, path, status: now } = product();
		const inStock = sizes.filter(({ count }) => count > 0).length;
		const stock = inStock === 0 ? 'sold out' : `${inStock} of ${sizes.length} sizes in stock`;
		form
			.querySelector('.stock')
			.replaceChildren(
				`$${currentPrice.toFixed(2)} · ${stock} · `,
				node('a', { href: current().url + path, target: '_blank' }, 'page'),
			);
		const chosen = size.value;
		options(size, [
			['', 'All sizes'],
			...sizes.map(({ size: label, count }) => [label, `${label}${count > 0 ? '' : ' (sold out)'}`]),
		]);
		size.value = sizes.some(({ size: label }) => label === chosen) ? chosen : '';
		price.value = currentPrice;
		if (now) status.value = now;
	}

	async function change(changes) {
		const body = { sku: sku.value, change: changes };
		try {
			if (shop.value === 'nike') await control('POST', '/retail/nike/products', { ...body, region: 'US' });
			else await control('POST', `/retail/shops/${shop.value}/changes`, body);
			note(`${sku.value} changed. If Dropwire watches it, it detects the change at its next check.`);
			await load();
			showProduct();
		} catch (error) {
			note(`Failed: ${error.message}`);
		}
	}

	/** The change that gives the chosen size, or all, this stock. */
	function stock(count) {
		const { sizes } = product();
		const chosen = sizes.filter((one) => size.value === '' || one.size === size.value);
		const byValue = (value) => Object.fromEntries(chosen.map((one) => [one.size, value]));
		if (shop.value !== 'nike') return { counts: byValue(count) };
		const others = sizes.some((one) => !chosen.includes(one) && one.count > 0);
		return { levels: byValue(count > 0 ? 'HIGH' : 'OOS'), available: count > 0 || others };
	}

	shop.addEventListener('change', () => {
		size.value = '';
		showShop();
	});
	sku.addEventListener('change', showProduct);
	form.elements.restock.addEventListener('click', () => change(stock(RESTOCKED)));
	form.elements.sellOut.addEventListener('click', () => change(stock(0)));
	form.elements.setStatus.addEventListener('click', () => change({ status: status.value }));
	form.addEventListener('submit', (event) => {
		event.preventDefault();
		void change({ currentPrice: Number(price.value) });
	});

	await load();
	options(
		shop,
		shops.map(({ id, name }) => [id, name]),
	);
	showShop();
}
