import { ROLE_NAMES } from '@dropwire/contract';
import { Button, TextInput } from '@mantine/core';
import { Images, Lock, type LucideIcon, PackagePlus, Scale, SearchCheck, ShoppingCart, Store } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useRecentSearches } from '../products/recentSearches.ts';
import { seesProducts } from '../products/seesProducts.ts';
import { RESALE } from '../resale/feature.ts';
import { STORES } from '../stores/feature.ts';
import { useUser } from '../ui/Guard.tsx';

const PRODUCTS = '/dashboard/client/products';
/** Recent searches that fit under the field. */
const RECENT = 3;

/** The tools, one click away. */
export function Tools() {
	const user = useUser();
	const edits = user.roles.includes('editor') || user.roles.includes('admin');
	return (
		<ul className="home-tools" aria-label="Tools">
			<Tool
				icon={SearchCheck}
				title="Product query"
				to={PRODUCTS}
				right={seesProducts(user) ? null : ROLE_NAMES.premium}
			>
				{seesProducts(user) ? (
					<Query />
				) : (
					<p className="dim">With Premium: status, price, launch and sizes of a SKU in every region.</p>
				)}
			</Tool>
			<Tool icon={Scale} title="Resale" to={RESALE} right={seesProducts(user) ? null : ROLE_NAMES.premium}>
				<p className="dim">What each market pays for a product, size by size, after its fees.</p>
			</Tool>
			<Tool icon={Store} title="In-store stock" to={STORES} right={seesProducts(user) ? null : ROLE_NAMES.premium}>
				<p className="dim">What a shop&apos;s own stores near you have of a product, size by size.</p>
			</Tool>
			<Tool icon={Images} title="SKU images" to="/dashboard/client">
				<p className="dim">
					{edits
						? 'All pictures of a SKU in full size: crop, background, padding, all at once.'
						: 'All pictures of a SKU in full size.'}
				</p>
			</Tool>
			<Tool icon={ShoppingCart} title="Add-to-cart extension" to="/dashboard/client/extension">
				<p className="dim">Opens a product from a link and puts your size into the cart. For Chrome and Edge.</p>
			</Tool>
			<Tool icon={PackagePlus} title="Ask for a product" to="/dashboard/client/requests">
				<p className="dim">Have a SKU or a shop&apos;s link watched that Dropwire does not watch yet.</p>
			</Tool>
		</ul>
	);
}

interface ToolProps {
	icon: LucideIcon;
	title: string;
	to: string;
	/** The right that the user lacks for it. */
	right?: string | null;
	children: ReactNode;
}

function Tool({ icon: Icon, title, to, right = null, children }: ToolProps) {
	return (
		<li className="card home-tool">
			<h2>
				<Link to={to}>
					<Icon size={18} aria-hidden="true" />
					{title}
				</Link>
				{right !== null && (
					<span className="lacks" title={`Needs ${right}`}>
						<Lock size={11} aria-hidden="true" />
						<span className="visually-hidden">{right}</span>
					</span>
				)}
			</h2>
			{children}
		</li>
	);
}

/** Searches products from here, with the latest searches of this browser. */
function Query() {
	const navigate = useNavigate();
	const { recent } = useRecentSearches();
	const [text, setText] = useState('');
	const open = (sku: string) => void navigate(`${PRODUCTS}?${new URLSearchParams({ sku })}`);
	function submit(event: FormEvent) {
		event.preventDefault();
		if (text.trim()) open(text.trim());
	}
	return (
		<>
			<form className="home-query" onSubmit={submit}>
				<TextInput
					aria-label="SKUs to query"
					placeholder="CK9246-101"
					size="xs"
					maxLength={1000}
					value={text}
					onChange={(event) => setText(event.currentTarget.value)}
				/>
				<Button type="submit" size="xs" variant="default">
					Search
				</Button>
			</form>
			{recent.length > 0 && (
				<p className="home-recent">
					{recent.slice(0, RECENT).map((one) => (
						<Link key={one} className="mono" to={`${PRODUCTS}?${new URLSearchParams({ sku: one })}`}>
							{one}
						</Link>
					))}
				</p>
			)}
		</>
	);
}
