import './lists.css';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
	/** Of the heading. */
	id: string;
	title: string;
	/** The field that filters the list. */
	filterLabel: string;
	placeholder: string;
	filter: string;
	setFilter(text: string): void;
	/** The buttons beside the field. */
	tools?: ReactNode;
	children: ReactNode;
}

/** A card with a list, its heading, and a field that filters the list. */
export function ListCard({ id, title, filterLabel, placeholder, filter, setFilter, tools, children }: Props) {
	return (
		<section className="card" aria-labelledby={id}>
			<div className="list-head">
				<h2 id={id}>{title}</h2>
				<TextInput
					aria-label={filterLabel}
					placeholder={placeholder}
					size="xs"
					value={filter}
					onChange={(event) => setFilter(event.currentTarget.value)}
				/>
				{tools}
			</div>
			{children}
		</section>
	);
}
