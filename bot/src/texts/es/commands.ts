import type { CommandTexts } from '../types.ts';

export const commands: CommandTexts = {
	setup: {
		name: 'configurar',
		description: 'Envía varios temas de varias regiones a un canal',
		options: {
			channel: { name: 'canal', description: 'El canal, hilo o foro al que enviarlos (por defecto: este canal)' },
		},
	},
	link: {
		name: 'vincular',
		description: 'Envía un tema a un canal, un hilo o un foro',
		options: {
			region: { name: 'región', description: 'La región que se vigila' },
			topic: { name: 'tema', description: 'El tema que se envía' },
			channel: { name: 'canal', description: 'El canal, hilo o foro al que enviarlo (por defecto: este canal)' },
			role: { name: 'rol', description: 'El rol que mencionan los mensajes' },
			include: { name: 'incluir', description: 'Solo productos con una de estas palabras, separadas por comas' },
			exclude: { name: 'excluir', description: 'Ningún producto con una de estas palabras, separadas por comas' },
			sizes: { name: 'tallas', description: 'Solo estas tallas, separadas por comas' },
			min_discount: { name: 'descuento_mín', description: 'Solo a partir de este descuento, en porcentaje' },
			max_price: { name: 'precio_máx', description: 'Solo hasta este precio, en la moneda de la tienda' },
			post_name: {
				name: 'nombre_de_publicación',
				description: 'Nombre de las publicaciones del foro, con {title}, {sku} o {brand} (por defecto: {title})',
			},
		},
	},
	edit: {
		name: 'editar',
		description: 'Cambia lo que envía un vínculo: filtros, menciones, horas de silencio',
		options: { link: { name: 'vínculo', description: 'El vínculo que se edita' } },
	},
	unlink: {
		name: 'desvincular',
		description: 'Elimina un vínculo: el canal deja de recibir el tema',
		options: { link: { name: 'vínculo', description: 'El vínculo que se elimina' } },
	},
	links: {
		name: 'vínculos',
		description: 'Muestra los vínculos de este servidor para probarlos, pausarlos, editarlos y eliminarlos',
	},
	topics: {
		name: 'temas',
		description: 'Muestra los temas de una región y los canales que los reciben',
		options: { region: { name: 'región', description: 'La región' } },
	},
	test: {
		name: 'probar',
		description: 'Envía un mensaje de prueba por un vínculo',
		options: { link: { name: 'vínculo', description: 'El vínculo que se prueba' } },
	},
	product: {
		name: 'producto',
		description: 'Muestra el estado, el precio y las tallas de un producto',
		options: {
			sku: { name: 'sku', description: 'El SKU; o escribe palabras del título y elige una sugerencia' },
			region: { name: 'región', description: 'Una región en detalle (por defecto: resumen de todas las regiones)' },
		},
	},
	drops: {
		name: 'lanzamientos',
		description: 'Lista los lanzamientos de una región por día',
		options: {
			region: { name: 'región', description: 'La región (por defecto: Estados Unidos)' },
			brand: { name: 'marca', description: 'Solo esta marca (por defecto: todas)' },
			days: { name: 'días', description: 'Cuántos días por delante (por defecto: 30)' },
		},
	},
	'drops-events': {
		name: 'eventos-lanzamientos',
		description: 'Mantiene los eventos de este servidor al día con los lanzamientos',
		options: {
			state: { name: 'estado', description: 'Mantener los eventos (por defecto: ver el ajuste)' },
			region: {
				name: 'región',
				description: 'Los lanzamientos de esta región (por defecto: los de los temas de lanzamientos)',
			},
		},
		choices: { on: 'activados', off: 'desactivados' },
	},
	watch: {
		name: 'seguir',
		description: 'Te avisa cuando cambia un producto',
		options: {
			product: { name: 'producto', description: 'El SKU o palabras del título; elige una sugerencia' },
			sizes: { name: 'tallas', description: 'Solo estas tallas, separadas por comas (por defecto: todas)' },
			region: { name: 'región', description: 'Solo esta región (por defecto: todas)' },
			max_price: {
				name: 'precio_máx',
				description: 'Solo hasta este precio, en la moneda de la región (USD sin región)',
			},
		},
	},
	watches: {
		name: 'seguimientos',
		description: 'Lista los productos que sigues, para silenciarlos, pausarlos y quitarlos',
	},
	why: {
		name: 'porque',
		description: 'Dice por qué llegó o no un mensaje sobre un producto',
		options: {
			product: { name: 'producto', description: 'El SKU o palabras del título; elige una sugerencia' },
			when: { name: 'cuando', description: 'Minutos atrás, HH:MM de hoy en la región u hora ISO (por defecto: ahora)' },
			region: { name: 'región', description: 'La región (por defecto: la primera en que se revisa el producto)' },
		},
	},
	account: { name: 'cuenta', description: 'Muestra lo que hay guardado sobre ti, para exportarlo y borrarlo' },
	resale: {
		name: 'reventa',
		description: 'Muestra lo que pagan los mercados de reventa por cada talla de un producto',
		options: {
			sku: { name: 'sku', description: 'El SKU; o escribe palabras del título y elige una sugerencia' },
			brand: { name: 'marca', description: 'La marca (por defecto: Nike)' },
			region: { name: 'región', description: 'La región del precio completo y de eBay (por defecto: Estados Unidos)' },
		},
	},
	stores: {
		name: 'tiendas',
		description: 'Muestra lo que tienen de un producto las tiendas físicas cercanas',
		options: {
			sku: { name: 'sku', description: 'El SKU; o escribe palabras del título y elige una sugerencia' },
			near: { name: 'lugar', description: 'La ciudad o el código postal' },
			brand: { name: 'marca', description: 'La marca (por defecto: Nike)' },
			region: { name: 'región', description: 'La región de las tiendas (por defecto: Estados Unidos)' },
		},
	},
	connect: { name: 'roles', description: 'Muestra dónde vincular tus roles en los servidores con tu acceso aquí' },
	found: {
		name: 'hallazgos',
		description: 'Muestra los últimos productos hallados por palabras clave (solo operadores)',
	},
	notices: {
		name: 'avisos',
		description: 'Muestra o cambia los avisos que recibe este servidor',
		options: {
			shops: {
				name: 'tiendas',
				description: 'Avisos de tiendas que no se pueden consultar (por defecto: ver el ajuste)',
			},
			links: {
				name: 'vínculos',
				description: 'Avisos de vínculos que dejan de funcionar (por defecto: ver el ajuste)',
			},
		},
		choices: { on: 'activados', off: 'desactivados' },
	},
	status: {
		name: 'estado',
		description: 'Muestra los mensajes de este servidor, qué se vigila y qué permisos faltan',
	},
	help: { name: 'ayuda', description: 'Muestra todos los comandos' },
};
