import { ActionIcon } from '@mantine/core';
import { Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { Capped } from '../ui/Capped.tsx';
import { ListCard } from '../ui/ListCard.tsx';
import { type Promo, PromoModal } from './PromoModal.tsx';

/** The promo codes of posts, in the order in which Dropwire tries them. */
export function PromoCodes({ codes }: { codes: readonly Promo[] }) {
	const [editing, setEditing] = useState<Promo | 'new' | null>(null);
	const [filter, setFilter] = useState('');
	const wanted = filter.trim().toLowerCase();
	const found = codes.filter((code) => `${code.promocode} ${code.description}`.toLowerCase().includes(wanted));
	return (
		<ListCard
			id="promo-codes"
			title="Promo Codes"
			filterLabel="Filter promo codes"
			placeholder="Filter"
			filter={filter}
			setFilter={setFilter}
			tools={
				<ActionIcon
					variant="default"
					size={32}
					aria-label="Insert a promo code"
					title="Insert a promo code"
					onClick={() => setEditing('new')}
				>
					<Plus size={16} aria-hidden="true" />
				</ActionIcon>
			}
		>
			<div className="scroll-list" tabIndex={0} role="region" aria-label="Promo codes">
				<Capped rows={found}>
					{(rows) => (
						<ul className="rows">
							{rows.map((code) => (
								<li className="row promo" key={code._id}>
									<span className="mono promo-code">{code.promocode}</span>
									<span className="promo-description" title={code.description}>
										{code.description}
									</span>
									<ActionIcon
										variant="subtle"
										color="gray"
										size={32}
										aria-label={`Edit ${code.promocode}`}
										title={`Edit ${code.promocode}`}
										onClick={() => setEditing(code)}
									>
										<Pencil size={16} aria-hidden="true" />
									</ActionIcon>
								</li>
							))}
						</ul>
					)}
				</Capped>
				{found.length === 0 && (
					<p className="empty">
						{wanted
							? 'No promo code matches the filter.'
							: 'No promo codes yet. Insert one with the plus button to add it to posts.'}
					</p>
				)}
			</div>
			<PromoModal promo={editing} close={() => setEditing(null)} />
		</ListCard>
	);
}
