export const watches = {
	'watch.snoozedTitle': 'En pausa',
	'watch.snoozed': 'No habrá avisos de este producto hasta el {until}.',
	'watch.snoozedAll': 'No habrá avisos de estos productos hasta el {until}.',
	'watch.gone': 'Este seguimiento ya no existe o no es tuyo.',
	'watch.madeTitle': 'En seguimiento',
	'watch.made': 'Recibirás un aviso cuando cambie {product}.',
	'watch.direct': 'Los avisos llegan como mensajes directos de este bot.',
	'watch.thread': 'Los avisos llegan a tu hilo privado {thread}.',
	'watch.newThread': 'Los avisos llegan a un hilo privado del servidor que elegiste.',
	'watch.problem': 'El último aviso no llegó allí: {reason}',
	'watch.notPolled':
		'Ahora nada revisa este producto: recibirás un aviso cuando un monitor externo comunique un cambio o cuando un operador lo añada a una lista.',
	'watch.region': 'Región: {region}',
	'watch.unknown':
		'Ningún producto coincide con "{text}". Elige una sugerencia o escribe la marca y el SKU, como `NIKE CK9246-101`.',
	'watch.several': 'Varios productos coinciden con "{text}". Elige una de las sugerencias:\n{products}',
	'watch.price': 'El precio "{text}" no es un importe en {currency}. Indica uno con menos decimales.',
	'watch.exists': 'Ya sigues {product}. `{/watches}` lo muestra.',
	'watch.limit': {
		one: 'Puedes seguir {count} producto. Quítalo primero con `{/watches}`.',
		other: 'Puedes seguir {count} productos. Quita uno primero con `{/watches}`.',
	},
	'watch.noneAllowed': 'Aquí solo los clientes pueden seguir productos: los miembros pueden seguir 0.',
	'watch.noDirect':
		'Discord no permite que el bot te escriba. Permite los mensajes directos de un servidor en común o añade la aplicación a tu cuenta, y pulsa Reintentar.',
	'watch.noThread':
		'Tu hilo privado no admite mensajes: los avisos son mensajes directos hasta que vuelva a funcionar.',
	'watch.message': 'Seguir este producto',
	'watch.noProduct':
		'Este mensaje no trata de un único producto de Dropwire. Usa `{/watch}` con el SKU o palabras del título.',
	'watches.title': 'Tus seguimientos',
	'watches.none': 'No sigues ningún producto. `{/watch}` añade uno.',
	'watches.used': '{used} de {limit} seguimientos',
	'watches.muted': 'silenciado',
	'watches.snoozed': 'en pausa hasta el {until}',
	'watches.over': 'por encima de tu límite: sin avisos',
	'watches.last': 'último aviso: {when}',
	'watches.removed': 'Se ha quitado {product}.',
	'watches.again': 'El próximo aviso se enviará allí de nuevo.',
	'button.unsnooze': 'Terminar la pausa',
	'button.remove': 'Quitar',
	'button.tryAgain': 'Reintentar',
} as const;
