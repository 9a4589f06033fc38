import type { ImageBrand } from '@dropwire/contract';
import { Button } from '@mantine/core';
import { exampleSku, withDash } from './skuForms.ts';

/** An empty result, with the SKU that was probably meant. */
export function NoImages({ brand, sku, search }: { brand: ImageBrand; sku: string; search(sku: string): void }) {
	const meant = withDash(brand, sku);
	return (
		<div className="empty">
			<p>No images found.</p>
			{meant ? (
				<p>
					{sku} has no dash.{' '}
					<Button variant="default" size="xs" onClick={() => search(meant)}>
						Search {meant}
					</Button>
				</p>
			) : (
				<p className="dim">
					A SKU of this brand is written like <span className="mono">{exampleSku(brand)}</span>.
				</p>
			)}
		</div>
	);
}
