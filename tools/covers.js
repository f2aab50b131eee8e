// Returns the view box and content of the board's SVG: <use> elements are replaced by copies of their targets, and computed styles
// become attributes, because a picture has no style sheet.
() => {
    const svg = document.querySelector("#board svg.board");
    for (const use of [...svg.querySelectorAll("use")]) {
        const target = svg.querySelector(use.getAttribute("href"));
        const copy = document.createElementNS(svg.namespaceURI, "g");
        copy.setAttribute("transform", `translate(${use.getAttribute("x") || 0} ${use.getAttribute("y") || 0})`);
        copy.setAttribute("class", use.getAttribute("class") || "");
        if (target) copy.append(...[...(target.tagName === "symbol" ? target.children : [target])].map(node => node.cloneNode(true)));
        use.replaceWith(copy);
    }
    // initial values, which need no attribute
    const defaults = {fill: "rgb(0, 0, 0)", stroke: "none", "stroke-width": "1px", "stroke-linecap": "butt", "stroke-linejoin": "miter",
        "stroke-dasharray": "none", opacity: "1", "fill-opacity": "1", "stroke-opacity": "1", "fill-rule": "nonzero"};
    const copied = ["d", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "width", "height", "points", "transform",
        "offset", "id", "gradientUnits", "gradientTransform", "clip-path", "href", "spreadMethod"];
    const serialize = node => {
        if (!(node instanceof SVGElement)) return "";
        // markings of the interface, which are not part of a position
        if (node.matches(".cells, .focus-ring, .loupe, .coordinates, .coordinate, text, [visibility=hidden], .room, .reach, .last, .ring-edge, .ring")) return "";
        const style = getComputedStyle(node);
        if (style.display === "none") return "";
        const shape = node.children.length === 0;
        const attributes = copied.filter(name => node.hasAttribute(name)).map(name => [name, node.getAttribute(name)]);
        if (node.tagName === "stop") attributes.push(["stop-color", style.stopColor], ...(style.stopOpacity !== "1" ? [["stop-opacity", style.stopOpacity]] : []));
        else if (shape) for (const [name, initial] of Object.entries(defaults)) {
            const value = style.getPropertyValue(name);
            if (value && value !== initial) attributes.push([name, value.replace(/px/g, "")]);
        }
        else if (style.opacity !== "1") attributes.push(["opacity", style.opacity]);
        const inside = [...node.children].map(serialize).join("");
        if (!shape && !inside) return "";
        const text = attributes.map(([name, value]) => ` ${name}="${String(value).replace(/"/g, "'").replace(/&/g, "&amp;").replace(/</g, "&lt;")}"`).join("");
        if (!text && node.tagName === "g") return inside;
        return `<${node.tagName}${text}>${inside}</${node.tagName}>`;
    };
    const box = svg.viewBox.baseVal;
    return {x: box.x, y: box.y, width: box.width, height: box.height, inside: [...svg.children].map(serialize).join("")};
}
