// Choice of a campaign: a new one needs a name and a year.
export function askForNew(form) {
  const campaign = form.elements.campaign;
  function ask() {
    const fresh = campaign.value === "*new";
    for (const field of form.querySelectorAll("[data-new]")) field.hidden = !fresh;
    form.elements.new_campaign.required = fresh;
  }
  campaign.addEventListener("change", ask);
  ask();
}
